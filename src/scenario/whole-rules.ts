import { isJsonObject } from '../exchange/json.js';
import { oneOf } from './nearest.js';
import { idsOf } from './platform-ids.js';
import { formatPath, type Path } from '../exchange/problem.js';
import type { Finding } from './problem.js';
import { canMatchInside, parseTarget } from './target.js';

/**
 * Judges what only shows when a scenario is looked at as a whole: names given twice, tokens that see what is not
 * there, steps for paths that nothing forwards. Nothing is taken for granted about its parts.
 */
export function judgeWhole(scenario: unknown, seed: number): Finding[] {
  if (!isJsonObject(scenario)) return [];
  const platform = isJsonObject(scenario['platform']) ? scenario['platform'] : {};
  return [
    ...repeatedIds(platform, seed),
    ...repeated(platform['tokens'], ['platform', 'tokens'], 'token', 'the same token'),
    ...repeated(
      memberOf(scenario['registry'], 'modules'),
      ['registry', 'modules'],
      'module',
      'the same module',
    ),
    ...repeated(scenario['steps'], ['steps'], 'name', 'the same name'),
    ...judgeSight(platform, seed),
    ...judgeTargets(scenario),
  ];
}

function repeatedIds(platform: unknown, seed: number): Finding[] {
  const first = new Map<string, Path>();
  return idsOf(platform, seed).flatMap(({ id, path }): Finding[] => {
    const before = first.get(id);
    if (before === undefined) first.set(id, path);
    if (before === undefined) return [];
    return [
      again([...path, 'id'], `the id ${id} again`, `an id of its own (${formatPath(before)} has this one)`),
    ];
  });
}

/** Maps in a list whose member `key` must differ. */
function repeated(list: unknown, path: Path, key: string, what: string): Finding[] {
  const first = new Map<string, number>();
  return (Array.isArray(list) ? list : []).flatMap((item: unknown, at): Finding[] => {
    const value = memberOf(item, key);
    if (typeof value !== 'string') return [];
    const before = first.get(value);
    if (before === undefined) first.set(value, at);
    if (before === undefined) return [];
    return [again([...path, at, key], `${what} again`, `another than in ${formatPath([...path, before])}`)];
  });
}

/** What tokens see must be there: an id, a workspace or an organization. */
function judgeSight(platform: Readonly<Record<string, unknown>>, seed: number): Finding[] {
  const there = [
    ...idsOf(platform, seed).map(({ id }) => id),
    ...itemsOf(platform, 'runs').map((run) => memberOf(run, 'workspace')),
    ...itemsOf(platform, 'oauth-clients').map((client) => memberOf(client, 'organization')),
  ].filter((name) => typeof name === 'string');
  const known = new Set(there);
  return itemsOf(platform, 'tokens').flatMap((token, at) =>
    itemsOf(token, 'sees').flatMap((id, place): Finding[] => {
      if (typeof id !== 'string' || known.has(id)) return [];
      const path = ['platform', 'tokens', at, 'sees', place];
      const expected = known.size === 0 ? 'something that is there (nothing is)' : oneOf([...known], id);
      return [again(path, JSON.stringify(id), expected)];
    }),
  );
}

function judgeTargets(scenario: Readonly<Record<string, unknown>>): Finding[] {
  const { otherwise } = scenario;
  if (otherwise === 'replay' || otherwise === 'passthrough') return [];
  return itemsOf(scenario, 'steps').flatMap((step, at) =>
    judgeTarget(memberOf(step, 'on'), ['steps', at, 'on']),
  );
}

/** A step for a path outside both APIs is never reached where nothing forwards such requests. */
export function judgeTarget(on: unknown, path: Path): Finding[] {
  const parsed = typeof on === 'string' ? parseTarget(on) : undefined;
  if (!parsed || !('target' in parsed) || canMatchInside(parsed.target)) return [];
  const expected =
    'a path below /api/, /v1/modules or /v2/modules, or "otherwise: passthrough", as others are never answered';
  return [again(path, JSON.stringify(on), expected)];
}

function again(path: Path, found: string, expected: string): Finding {
  return { path, at: 'value', found, expected };
}

function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

function itemsOf(value: unknown, key: string): unknown[] {
  const items = memberOf(value, key);
  return Array.isArray(items) ? items : [];
}
