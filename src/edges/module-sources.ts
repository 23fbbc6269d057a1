import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject } from '../exchange/json.js';
import type { Finding } from '../scenario/problem.js';
import type { Scenario } from '../scenario/scenario.js';

/** Judges whether the directories that modules name are there. Nothing is taken for granted about the data. */
export async function judgeSources(data: unknown, directory: string): Promise<Finding[]> {
  const registry = isJsonObject(data) ? data['registry'] : undefined;
  const modules = isJsonObject(registry) ? registry['modules'] : undefined;
  const findings = (Array.isArray(modules) ? modules : []).map(
    async (module: unknown, at): Promise<Finding | undefined> => {
      const source = isJsonObject(module) ? module['source'] : undefined;
      if (typeof source !== 'string') return undefined;
      const there = await stat(resolve(directory, source)).catch(() => undefined);
      if (there?.isDirectory()) return undefined;
      const found = `${JSON.stringify(source)}, which is ${there ? 'no directory' : 'not there'}`;
      const expected = `a directory (looked for ${resolve(directory, source)})`;
      return { path: ['registry', 'modules', at, 'source'], at: 'value', found, expected };
    },
  );
  return (await Promise.all(findings)).filter((finding) => finding !== undefined);
}

/** The scenario with absolute sources. */
export function withSources(scenario: Scenario, directory: string): Scenario {
  const modules = scenario.registry.modules.map((module) =>
    module.source === undefined ? module : { ...module, source: resolve(directory, module.source) },
  );
  return { ...scenario, registry: { ...scenario.registry, modules } };
}
