import type { JournalEntry, Written } from './journal.js';

/** A journal entry as it is shown: plain JSON, no headers and no bodies. */
export function journalEntry(written: Written): JournalEntry {
  const { seq, at, request, operation, status, source, outcome, ms, file, step, why, near, note } = written;
  return {
    seq,
    at: new Date(at).toISOString(),
    method: request.method,
    path: request.path,
    ...(request.query === '' ? {} : { query: request.query }),
    operation,
    status,
    source,
    outcome,
    ms: Math.round(ms * 1000) / 1000,
    ...(file === undefined ? {} : { file }),
    ...(step === undefined ? {} : { step }),
    ...(why === undefined ? {} : { why }),
    ...(near === undefined ? {} : { near }),
    ...(note === undefined ? {} : { note }),
  };
}
