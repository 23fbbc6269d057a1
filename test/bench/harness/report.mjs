import { ratio } from './compare.mjs';

/** @typedef {import('./compare.mjs').Measured} Measured */

/**
 * A column: what it says of one contestant.
 * @typedef {object} Column
 * @property {string} name
 * @property {(one: Measured, ratio: (metric: string, name: string, to: string) => number) => string | number} of
 * @property {number} [digits] after the point, of a number
 */

/** @typedef {{ columns: readonly Column[], measured: readonly Measured[] }} Table */

/**
 * A goal and what came of it.
 * @typedef {object} Check
 * @property {string} what
 * @property {number} found
 * @property {'>=' | '<='} is
 * @property {number} goal
 */

/** @typedef {{ table: Table, checks: readonly Check[], notes?: readonly string[] }} Result */

/** @typedef {{ number: number, name: string, goal: string, result?: Result, notRunnable?: string, failed?: string }} RowReport */

/**
 * Whether a goal was met, or missed by no more than a part of it.
 * @param {Check} check
 * @param {number} [slack] 0.1 lets 10 % pass
 */
export function isMet({ found, is, goal }, slack = 0) {
  return is === '>=' ? found >= goal * (1 - slack) : found <= goal * (1 + slack);
}

/**
 * The report as Markdown.
 * @param {Record<string, string>} machine
 * @param {readonly RowReport[]} rows
 */
export function markdown(machine, rows) {
  const about = Object.entries(machine).map(([name, value]) => `- ${name}: ${value}`);
  return `${['# Benchmark', '', ...about, ...rows.flatMap(section)].join('\n')}\n`;
}

/**
 * The report as data.
 * @param {Record<string, string>} machine
 * @param {readonly RowReport[]} rows
 */
export function data(machine, rows) {
  return {
    machine,
    rows: rows.map(({ result, ...row }) => ({
      ...row,
      ...(result && {
        measured: result.table.measured.map(({ name, role, samples, failed }) => ({
          name,
          role,
          samples,
          failed,
        })),
        checks: result.checks.map((check) => ({ ...check, met: isMet(check) })),
        notes: result.notes ?? [],
      }),
    })),
  };
}

/** @param {RowReport} row */
function section({ number, name, goal, result, notRunnable, failed }) {
  const head = ['', `## ${number}. ${name}`, '', `Goal: ${goal}`, ''];
  if (notRunnable !== undefined) return [...head, `not runnable: ${notRunnable}`];
  if (!result) return [...head, `failed: ${failed ?? 'for no reason'}`];
  const { table, checks, notes = [] } = result;
  const failures = table.measured.filter((one) => one.failed !== undefined);
  return [
    ...head,
    ...tableLines(table),
    '',
    ...checks.map(
      (check) =>
        `- ${verdict(check)}: ${check.what} ${number_(check.found)} (goal ${check.is} ${check.goal})`,
    ),
    ...notes.map((note) => `- ${note}`),
    ...failures.map(({ name: of, failed: why }) => `- not runnable: ${of}: ${why}`),
  ];
}

/** @param {Table} table */
function tableLines({ columns, measured }) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const shown = measured.filter(({ samples }) => samples.length > 0);
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map(({ digits }) => (digits === undefined ? '---' : '---:'))),
    ...shown.map((one) =>
      line(
        columns.map(({ of, digits }) => {
          const value = of(one, (metric, name, to) => ratio(measured, metric, name, to));
          if (typeof value === 'string') return value;
          return Number.isNaN(value) ? '' : value.toFixed(digits ?? 0);
        }),
      ),
    ),
  ];
}

/** @param {Check} check */
function verdict(check) {
  if (Number.isNaN(check.found)) return 'unknown';
  return isMet(check) ? 'met' : 'MISSED';
}

/** @param {number} value */
function number_(value) {
  return Number.isNaN(value) ? 'unknown' : String(Number(value.toPrecision(3)));
}
