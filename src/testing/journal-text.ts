import type { JournalEntry } from '../start/types.js';

/** How many requests are shown, the last ones. */
const shown = 50;

/** A journal for a person: a line for each request. */
export function journalText(session: string, entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return `restage: session ${session} saw no requests`;
  const lines = entries.slice(-shown).map(({ method, path, query, status, source, step, why }) => {
    const asked = `${method} ${path}${query === undefined ? '' : `?${query}`}`;
    const by = step === undefined ? source : `${source}, step ${step}`;
    return `  ${asked} -> ${status ?? 'no answer'} (${by})${why === undefined ? '' : ` ${why}`}`;
  });
  const left = entries.length - lines.length;
  const head = `restage: session ${session} saw ${entries.length} request${entries.length === 1 ? '' : 's'}`;
  return [head, ...(left > 0 ? [`  … ${left} before these`] : []), ...lines].join('\n');
}
