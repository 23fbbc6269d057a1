import type { Json } from '../exchange/json.js';
import type { HeaderRecord } from '../exchange/response.js';
import { readChanges } from './change-part.js';
import { readFault } from './fault-part.js';
import { parseJsonPath } from './json-path.js';
import type { StepFile } from './schema/step.js';
import type { ScriptedResponse, Step, Target, Turn } from './step.js';
import { parseTarget } from './target.js';
import { readWhere } from './where-part.js';

/** Reads a step that its schema finds nothing wrong with. `place` names it when it has no name of its own. */
export function readStep(file: StepFile, place: string): Step {
  return {
    name: file.name ?? place,
    on: (parseTarget(file.on) as { target: Target }).target,
    where: readWhere(file.where ?? {}),
    turn: readTurn(file),
    respond: file.respond && readResponse(file.respond),
    fault: file.fault && readFault(file.fault),
    set: readChanges(file.set ?? {}),
    patch: Object.entries(file.patch ?? {}).map(([path, value]) => ({
      path: parseJsonPath(path) ?? [],
      value: value as Json,
    })),
    headers: readHeaders(file.headers ?? {}),
  };
}

function readTurn({ times, nth, every, chance }: StepFile): Turn {
  if (times !== undefined) return { kind: 'times', count: times };
  if (nth !== undefined) return { kind: 'nth', numbers: nth };
  if (every !== undefined) return { kind: 'every', count: every };
  return chance === undefined ? { kind: 'always' } : { kind: 'chance', chance };
}

function readResponse(file: NonNullable<StepFile['respond']>): ScriptedResponse {
  const { status, headers, body, text } = file;
  const json = body === undefined ? null : { json: body as Json };
  return { status, headers: readHeaders(headers), body: text === undefined ? json : { text } };
}

function readHeaders(file: NonNullable<StepFile['headers']>): HeaderRecord {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value : String(value),
    ]),
  );
}
