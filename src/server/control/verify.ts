import { isJsonObject, type Json, type JsonObject } from '../../exchange/json.js';
import { formatPath } from '../../scenario/problem.js';
import { readOneStep } from '../../scenario/read-step.js';
import { type Expected, foundJson, verifyCount, verifyOrder } from '../../session/verify.js';
import { type ControlApp, problems } from './setup.js';

/** `POST …/verify {on, where?, count|min|max}` or `{order: [on, …]}`: whether the journal holds what was expected. */
export function verifyRoutes(app: ControlApp): void {
  app.post('/sessions/:name/verify', (c) => {
    const { journal } = c.get('session');
    const body = c.get('body');
    if (!isJsonObject(body))
      return problems(c, 422, ['expected {"on": …, "count": 2} or {"order": [on, …]}']);
    const { order, ...single } = body;
    if (order !== undefined) {
      if (!Array.isArray(order) || Object.keys(single).length > 0) {
        return problems(c, 422, ['order: expected a list of operations, and nothing beside it']);
      }
      const read = order.map((one, at) =>
        readExpected(isJsonObject(one) ? one : { on: one }, `order[${at}].`),
      );
      const wrong = read.flatMap(({ wrong }) => wrong);
      if (wrong.length > 0) return problems(c, 422, wrong);
      return c.json(
        foundJson(
          verifyOrder(
            journal,
            read.map(({ expected }) => expected!),
          ),
        ),
      );
    }
    const { count, min, max, ...rest } = single;
    const { expected, wrong } = readExpected(rest, '');
    const numbers = judgeNumbers({ count, min, max });
    if (!expected || numbers.length > 0) return problems(c, 422, [...wrong, ...numbers]);
    return c.json(
      foundJson(verifyCount(journal, expected, { count, min, max } as Parameters<typeof verifyCount>[2])),
    );
  });
}

/** Reads `on` and `where` as a step does; a step that does nothing is fine here. */
function readExpected(written: JsonObject, at: string): { expected?: Expected; wrong: string[] } {
  const unknown = Object.keys(written).filter((key) => key !== 'on' && key !== 'where');
  const wrong = unknown.map((key) => `${at}${key}: not known here, expected on, where, count, min or max`);
  const read = readOneStep({ ...pick(written), headers: { 'x-verify': 'x' } }, 'verify', true);
  if (!read.ok) {
    wrong.push(
      ...read.findings.map(
        (one) => `${at}${formatPath(one.path)}: found ${one.found}, expected ${one.expected}`,
      ),
    );
  }
  return read.ok && wrong.length === 0 ? { expected: read.value, wrong } : { wrong };
}

function pick({ on, where }: JsonObject): JsonObject {
  return { ...(on === undefined ? {} : { on }), ...(where === undefined ? {} : { where }) };
}

function judgeNumbers(numbers: Record<string, Json | undefined>): string[] {
  const wrong = Object.entries(numbers)
    .filter(
      ([, value]) =>
        value !== undefined && !(typeof value === 'number' && Number.isInteger(value) && value >= 0),
    )
    .map(([name, value]) => `${name}: found ${JSON.stringify(value)}, expected a whole number from 0`);
  if (numbers['count'] !== undefined && (numbers['min'] !== undefined || numbers['max'] !== undefined)) {
    wrong.push('count: expected either count, or min and max');
  }
  return wrong;
}
