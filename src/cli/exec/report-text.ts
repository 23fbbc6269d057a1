import type { RunReport } from '../../start.js';
import { plain } from '../log/plain.js';

/** How many lines of one kind are shown. */
const shown = 10;

/** What a run looked like from the server, for a person: a few lines. */
export function reportText({ requests, refusals, unused }: RunReport): string {
  const bySource = Object.entries(requests.bySource).map(([source, count]) => `${count} ${source}`);
  const counts =
    requests.total === 0
      ? 'no requests'
      : `${requests.total} request${requests.total === 1 ? '' : 's'} (${bySource.join(', ')})`;
  return [
    `restage: ${counts}`,
    ...few(refusals.map(refusalText)),
    ...few(unused.fixtures.map((file) => `  unused fixture ${file}`)),
    ...few(unused.steps.map((step) => `  unused step ${step}`)),
    '',
  ].join('\n');
}

/** Whether a run met everything that was laid out for it. */
export function fellShort({ refusals, unused }: RunReport): boolean {
  return refusals.length > 0 || unused.fixtures.length > 0 || unused.steps.length > 0;
}

function refusalText({ method, path, why = 'no answer' }: RunReport['refusals'][number]): string {
  const [first = '', ...more] = why.split('\n').map(plain);
  return [`  refused ${method} ${plain(path)}: ${first}`, ...more.map((line) => `    ${line}`)].join('\n');
}

function few(lines: readonly string[]): string[] {
  if (lines.length <= shown) return [...lines];
  return [...lines.slice(0, shown), `  … and ${lines.length - shown} more like this`];
}
