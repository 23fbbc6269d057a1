import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import type { Finding } from '../../scenario/problem.js';
import { readOneStep } from '../../scenario/read-step.js';
import type { Meant } from '../../scenario/step-match.js';
import { foundJson, verifyCount, verifyOrder } from '../../session/verify.js';
import { type ControlApp, findingText, problems } from './setup.js';

/** `POST …/verify {on, where?, count|min|max}` or `{order: [on, …]}`: whether the journal holds what was expected. */
export function verifyRoutes(app: ControlApp): void {
  app.post('/sessions/:name/verify', (c) => {
    const { journal } = c.get('session');
    const body = c.get('body');
    if (!isJsonObject(body))
      return problems(c, 422, ['expected {"on": …, "count": 2} or {"order": [on, …]}']);
    if (body['order'] !== undefined) {
      const { order, ...others } = body;
      if (!Array.isArray(order) || order.length === 0 || Object.keys(others).length > 0) {
        return problems(c, 422, ['order: expected a list of operations, and nothing beside it']);
      }
      const read = order.map((one, at) => readMeant(isJsonObject(one) ? one : { on: one }, ['order', at]));
      const wrong = read.flatMap((one) => one.wrong);
      if (wrong.length > 0) return problems(c, 422, wrong);
      const meant = read.flatMap((one) => one.meant ?? []);
      return c.json(foundJson(verifyOrder(journal, meant)));
    }
    const { count, min, max, ...rest } = body;
    const { meant, wrong } = readMeant(rest, []);
    const numbers = judgeNumbers({ count, min, max });
    if (!meant || numbers.length > 0) return problems(c, 422, [...wrong, ...numbers]);
    const expected = { count, min, max } as Parameters<typeof verifyCount>[2];
    return c.json(foundJson(verifyCount(journal, meant, expected)));
  });
}

/** Reads `on` and `where` as a step does, here with nothing that the step would do. */
function readMeant(
  { on, where, ...others }: JsonObject,
  at: Finding['path'],
): { readonly meant?: Meant; readonly wrong: readonly string[] } {
  const unknown = Object.keys(others).map((key) =>
    findingText(
      { path: [key], at: 'key', found: 'an unknown key', expected: 'on, where, count, min or max' },
      at,
    ),
  );
  const read = readOneStep(
    {
      ...(on === undefined ? {} : { on }),
      ...(where === undefined ? {} : { where }),
      headers: { 'x-any': '1' },
    },
    'verify',
    true,
  );
  if (!read.ok) return { wrong: [...unknown, ...read.findings.map((one) => findingText(one, at))] };
  return unknown.length > 0 ? { wrong: unknown } : { meant: read.value, wrong: [] };
}

function judgeNumbers(numbers: Readonly<Record<'count' | 'min' | 'max', Json | undefined>>): string[] {
  const wrong = Object.entries(numbers)
    .filter(([, value]) => value !== undefined && !isCount(value))
    .map(([name, value]) => `${name}: found ${JSON.stringify(value)}, expected a whole number from 0`);
  if (numbers.count !== undefined && (numbers.min !== undefined || numbers.max !== undefined)) {
    wrong.push('count: expected either count, or min and max');
  }
  return wrong;
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
