import { isJsonObject } from '../exchange/json.js';
import { parseDuration } from './duration.js';
import { check } from './issues.js';
import { findUnsafe } from './plain-data.js';
import { readPlatform } from './platform-part.js';
import type { Finding } from './problem.js';
import { readRegistry } from './registry-part.js';
import type { Limit, Scenario } from './scenario.js';
import type { LimitsFile } from './schema/limits.js';
import { scenarioFile, type ScenarioFile, seed as seedSchema } from './schema/scenario.js';
import { readStep } from './step-part.js';
import { judgeWhole } from './whole-rules.js';

/** What reading a document gives: what it says, or everything that is wrong with it. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Reads a scenario from plain data, as a YAML or JSON file holds it. Sources of modules stay as they are written.
 * @param seed stands over the file's own
 */
export function readScenario(data: unknown, seed?: number): Read<Scenario> {
  const unsafe = findUnsafe(data);
  if (unsafe.length > 0) return { ok: false, findings: unsafe };
  const checked = check(scenarioFile, data);
  const whole = judgeWhole(data, seed ?? seedOf(data));
  if ('value' in checked && whole.length === 0) return { ok: true, value: scenarioOf(checked.value, seed) };
  return { ok: false, findings: [...('findings' in checked ? checked.findings : []), ...whole] };
}

function seedOf(data: unknown): number {
  const written = seedSchema.safeParse(isJsonObject(data) ? data['seed'] : undefined);
  return written.data ?? 1;
}

function scenarioOf(file: ScenarioFile, seed = file.seed): Scenario {
  const platform = readPlatform(file.platform, seed);
  const stages = platform.runs.flatMap((run) => run.stages);
  return {
    name: file.scenario,
    about: file.about,
    seed,
    clock: file.clock === undefined ? undefined : Date.parse(file.clock),
    frozen: file.frozen,
    platform,
    registry: readRegistry(file.registry),
    lives: new Map(stages.map((stage) => [stage.id, stage.life])),
    limits: { platform: readLimit(file.limits.platform), registry: readLimit(file.limits.registry) },
    steps: file.steps.map((step, at) => readStep(step, `steps[${at}]`)),
    otherwise: file.otherwise,
  };
}

function readLimit(file: LimitsFile['platform']): Limit | undefined {
  return file && { rate: file.rate, per: parseDuration(file.per) ?? 0, by: file.by };
}
