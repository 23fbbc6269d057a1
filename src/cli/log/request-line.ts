import type { StartOptions } from '../../start.js';
import { plain } from './plain.js';

type Entry = Parameters<NonNullable<StartOptions['log']>>[1];

/**
 * A request in one line: method, status, source, time, operation, what was asked, and for a refusal the reason. The
 * query is the one that the journal shows, without secrets.
 */
export function requestLine(session: string, entry: Entry, coloured: boolean): string {
  const { method, status, source, outcome, ms, operation, path, query, why, step } = entry;
  const asked = query === undefined ? path : `${path}?${query}`;
  const paint = coloured ? paintIn : (text: string): string => text;
  return [
    method.padEnd(6),
    paint(status === null ? '---' : String(status), colourOf(status)),
    source.padEnd(8),
    `${ms.toFixed(1)} ms`.padStart(10),
    operation ?? '',
    paint(plain(asked), 'dim'),
    session === 'main' ? '' : `session ${session}`,
    step === undefined ? '' : `step ${plain(step)}`,
    outcome === 'faulted' ? 'with a fault' : '',
    why === undefined ? '' : paint(plain(why.replaceAll('\n', ' ')), 'red'),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

const colours = { red: 31, green: 32, yellow: 33, dim: 2 } as const;

function paintIn(text: string, colour: keyof typeof colours): string {
  return `\u001b[${colours[colour]}m${text}\u001b[0m`;
}

function colourOf(status: number | null): keyof typeof colours {
  if (status === null || status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}
