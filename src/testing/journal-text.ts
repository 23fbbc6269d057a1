import type { JournalEntry } from '../start/types.js';

/** How many requests are shown, the last ones. */
const shown = 50;

/** A journal for a person: a line for each request, and below it what more there is to its reason. */
export function journalText(session: string, entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return `restage: session ${session} saw no requests`;
  const lines = entries.slice(-shown).map(({ method, path, query, status, source, step, why }) => {
    const asked = `${method} ${path}${query === undefined ? '' : `?${query}`}`;
    const by = step === undefined ? source : `${source}, step ${step}`;
    return `  ${asked} -> ${status ?? 'no answer'} (${by})${why === undefined ? '' : ` ${hanging(why)}`}`;
  });
  const left = entries.length - lines.length;
  const head = `restage: session ${session} saw ${entries.length} request${entries.length === 1 ? '' : 's'}`;
  return [head, ...(left > 0 ? [`  … ${left} before these`] : []), ...lines].join('\n');
}

/** What was asked in vain, and why, for a person. */
export function refusalsText(refusals: readonly JournalEntry[]): string {
  const lines = refusals.map(({ method, path, why = 'no answer' }) => `  ${method} ${path}: ${hanging(why)}`);
  return ['restage had no answer for:', ...lines].join('\n');
}

/** A text of several lines whose later ones stand farther in. */
function hanging(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
