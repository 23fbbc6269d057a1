import { parseQuery } from '../exchange/query.js';
import { isSecretName } from '../fixtures/secret-names.js';
import type { JournalEntry, Written } from './journal.js';

/** A journal entry as it is shown: plain JSON, no headers, no bodies, and no secrets in the query. */
export function journalEntry(written: Written): JournalEntry {
  const { seq, at, request, operation, status, source, outcome, ms, file, step, why, near, note } = written;
  return {
    seq,
    at: new Date(at).toISOString(),
    method: request.method,
    path: request.path,
    ...(request.query === '' ? {} : { query: shownQuery(request.query) }),
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

/** A raw query with the values of parameters that are named like secrets taken out. */
function shownQuery(query: string): string {
  if (!parseQuery(query).some(([name]) => isSecretName(name))) return query;
  return query
    .split('&')
    .map((part) => {
      const [[name = ''] = []] = parseQuery(part);
      return isSecretName(name) ? `${part.split('=', 1)[0]}=REDACTED` : part;
    })
    .join('&');
}
