import { pathParameters } from '../../api/operations.js';
import { isJsonObject } from '../../exchange/json.js';
import { oneOf } from '../nearest.js';
import type { Finding } from '../problem.js';
import { operationOf, parseTarget } from '../target.js';
import { fatal } from './fault.js';

/** What contradicts itself in a step. Nothing is taken for granted about its members. */
export function judgeStep(step: Readonly<Record<string, unknown>>): Finding[] {
  return [...judgeTurn(step), ...judgeParameters(step), ...judgeAnswer(step)];
}

/** What contradicts itself in an answer. */
export function judgeResponse(respond: Readonly<Record<string, unknown>>): Finding[] {
  const { status } = respond;
  const bodies = ['body', 'text'].filter((key) => respond[key] !== undefined);
  if (bodies.length === 2) return [together('text', 'body', 'one of them')];
  if (bodies.length === 0 || (status !== 204 && status !== 205 && status !== 304)) return [];
  const expected = `no body, as a ${status} has none`;
  return [{ path: [bodies[0]!], at: 'key', found: `a ${bodies[0]} with status ${status}`, expected }];
}

function judgeTurn(step: Readonly<Record<string, unknown>>): Finding[] {
  const [first, ...others] = ['times', 'nth', 'every', 'chance'].filter((key) => step[key] !== undefined);
  return others.map((key) => together(key, first!, 'one of times, nth, every and chance'));
}

function judgeAnswer(step: Readonly<Record<string, unknown>>): Finding[] {
  const fault = isJsonObject(step['fault']) ? step['fault'] : {};
  const end = fatal.find((key) => fault[key] !== undefined);
  const written = ['respond', 'patch', 'headers'].filter((key) => step[key] !== undefined);
  if (end !== undefined) {
    return written.map((key) =>
      together(key, `fault.${end}`, `one of them, as after ${end} there is no answer`),
    );
  }
  if (step['respond'] === undefined) return [];
  return written.slice(1).map((key) => {
    const instead = key === 'headers' ? 'respond.headers' : 'the member in respond.body';
    return together(key, 'respond', `${instead}, as ${key} is for an answer of another source`);
  });
}

function judgeParameters({ on, where }: Readonly<Record<string, unknown>>): Finding[] {
  const named = isJsonObject(where) && isJsonObject(where['path']) ? Object.keys(where['path']) : [];
  const parsed = typeof on === 'string' ? parseTarget(on) : undefined;
  if (named.length === 0 || !parsed || !('target' in parsed)) return [];
  const operation = operationOf(parsed.target);
  if (!operation) {
    const expected = 'an operation in "on" where its parameters are named, or the values in the path itself';
    return [{ path: ['where', 'path'], at: 'key', found: 'path with a method and a path in "on"', expected }];
  }
  const known = pathParameters(operation.path);
  return named
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: ['where', 'path', name],
      at: 'key',
      found: `the parameter ${JSON.stringify(name)}`,
      expected: known.length === 0 ? `none, as ${operation.name} has none` : oneOf(known, name),
    }));
}

function together(key: string, other: string, expected: string): Finding {
  return { path: [key], at: 'key', found: `${key} together with ${other}`, expected };
}
