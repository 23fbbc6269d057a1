import { isJsonObject, type Json } from '../exchange/json.js';
import { describeValue, type Finding } from '../scenario/problem.js';
import { mostSteps } from '../scenario/step.js';
import { readOneStep } from '../scenario/read-step.js';

/** What a value of a section must be: whether it is, and in words. */
type Rule = readonly [is: (value: Json, key: string) => boolean, expected: string];

const count: Rule = [isCount, 'a whole number from 0'];
const time: Rule = [isTime, 'a time in milliseconds since 1970'];

/** What the known sections of a ledger hold; of others nothing is known here. */
const sections: Readonly<Record<string, Rule>> = {
  world: [isChange, 'a resource under the key "type/id", or null'],
  lives: [isPosition, '{ "index", "since", "reads" }'],
  clock: time,
  session: time,
  matches: count,
  taken: count,
  attempts: count,
  waits: time,
  limits: [isWindow, '{ "began", "count" }'],
  'laid-steps': [(value, key) => readOneStep(value, key, true).ok, 'a step'],
};

/** What is wrong with a state that shall be put back, all at once. */
export function judgeState(state: Json | undefined): Finding[] {
  const ledger = isJsonObject(state) ? state['ledger'] : undefined;
  if (!isJsonObject(state) || !isJsonObject(ledger)) {
    return [wrong(['ledger'], ledger, 'what GET …/state answered: an object of sections')];
  }
  const { about } = state;
  const began = isJsonObject(about) ? about['worldBegan'] : undefined;
  return [
    ...(about === undefined || isJsonObject(about) ? [] : [wrong(['about'], about, 'an object')]),
    ...(began === undefined || isTime(began) ? [] : [wrong(['about', 'worldBegan'], began, time[1])]),
    ...Object.entries(ledger).flatMap(([name, members]) => judgeSection(name, members)),
  ];
}

function judgeSection(name: string, members: Json): Finding[] {
  if (!isJsonObject(members) || name === '__proto__') {
    return [wrong(['ledger', name], members, 'an object of values by key')];
  }
  const rule = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (!rule) return [];
  if (name === 'laid-steps' && Object.keys(members).length > mostSteps) {
    return [wrong(['ledger', name], members, `at most ${mostSteps} steps`)];
  }
  return Object.entries(members)
    .filter(([key, value]) => !rule[0](value, key))
    .map(([key, value]) => wrong(['ledger', name, key], value, rule[1]));
}

function wrong(path: Finding['path'], value: Json | undefined, expected: string): Finding {
  return { path, at: 'value', found: describeValue(value), expected };
}

function isTime(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}

function isCount(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isChange(value: Json, key: string): boolean {
  if (value === null) return true;
  if (!isJsonObject(value) || !isJsonObject(value['attributes'])) return false;
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' && `${type}/${id}` === key;
}

function isPosition(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { index, since = null, reads } = value;
  return isCount(index) && isTime(since) && isCount(reads);
}

function isWindow(value: Json): boolean {
  return isJsonObject(value) && isTime(value['began'] ?? null) && isCount(value['count']);
}
