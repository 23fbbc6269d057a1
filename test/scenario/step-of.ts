import { findRoute } from '../../src/api/route.js';
import type { JsonObject } from '../../src/exchange/json.js';
import type { WireRequest } from '../../src/exchange/request.js';
import { Asked } from '../../src/scenario/asked.js';
import { readOneStep } from '../../src/scenario/read-step.js';
import type { Step } from '../../src/scenario/step.js';

/** A step as a scenario file has it. */
export function stepOf(written: JsonObject, name = 'steps[0]'): Step {
  const read = readOneStep(written, name, true);
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return read.value;
}

/** A request: `GET /path?query`, with headers and a body when given. */
export function requestOf(
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): WireRequest {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  return {
    method,
    path,
    query,
    headers,
    body: body === undefined ? undefined : new TextEncoder().encode(body),
    client: '127.0.0.1',
    base: { origin: 'http://127.0.0.1:4010', prefix: '' },
  };
}

/** A request as steps look at it. */
export function askedOf(...given: Parameters<typeof requestOf>): Asked {
  const request = requestOf(...given);
  return new Asked(request, findRoute(request.method, request.path));
}
