import { RestageError } from '../exchange/restage-error.js';
import type { RestageOptions } from './restage.js';

/** What a value of an option must be, and whether it is. */
type Rule = readonly [expected: string, fits: (value: unknown) => boolean];

const text: Rule = ['text', (value) => typeof value === 'string'];
const yesOrNo: Rule = ['true or false', (value) => typeof value === 'boolean'];
const call: Rule = ['a function', (value) => typeof value === 'function'];
const wholeNumber = (least: number, most: number): Rule => [
  `a whole number from ${least} to ${most}`,
  (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
];
const oneOf = (...names: readonly string[]): Rule => [
  `one of ${names.join(', ')}`,
  (value) => names.includes(value as string),
];

const rules: Readonly<Record<keyof RestageOptions, Rule>> = {
  mode: oneOf('serve', 'record', 'replay', 'passthrough'),
  scenario: text,
  seed: wholeNumber(0, 2 ** 32 - 1),
  fixtures: text,
  platform: text,
  registry: text,
  keep: oneOf('new', 'all'),
  end: oneOf('hold', 'loop', 'refuse'),
  derive: yesOrNo,
  explain: yesOrNo,
  redact: ['rules as in restage.yaml', (value) => typeof value === 'object' && value !== null],
  host: text,
  port: wholeNumber(0, 65535),
  listen: yesOrNo,
  tls: yesOrNo,
  allowHosts: [
    'a list of names',
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  ],
  bodyLimit: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  sessions: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  state: text,
  cwd: text,
  watch: yesOrNo,
  warn: call,
  log: call,
  progress: call,
};

/**
 * Judges options by hand, for callers without types.
 * @throws RestageError `bad-option` with a line for each problem
 */
export function judgeOptions(options: RestageOptions): void {
  const known: Readonly<Record<string, Rule>> = rules;
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const rule = known[name];
    if (rule === undefined) return [`${name}: there is no such option`];
    const [expected, fits] = rule;
    if (value === undefined || fits(value)) return [];
    return [`${name}: found ${String(JSON.stringify(value)).slice(0, 80)}, expected ${expected}`];
  });
  if (problems.length > 0)
    throw new RestageError('bad-option', 'restage() cannot take these options:', problems);
}
