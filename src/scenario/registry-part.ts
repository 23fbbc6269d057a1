import type { RegistryFile } from './schema/registry.js';

/** The registry of a scenario. */
export type RegistryPart = ReturnType<typeof readRegistry>;

/** A module of a scenario. */
export type ModulePart = ReturnType<typeof readModule>;

/** Takes addresses apart and fills in what the file leaves out. Sources stay as they are written. */
export function readRegistry(file: RegistryFile) {
  return { modules: file.modules.map(readModule) };
}

/** Takes the address of a module apart and fills in what the file leaves out. */
export function readModule({ module, downloads, ...rest }: RegistryFile['modules'][number]) {
  const [namespace = '', name = '', provider = ''] = module.split('/');
  const { week, month = week, year = month, total = year } = downloads;
  return {
    ...rest,
    namespace,
    name,
    provider,
    repository: rest.repository ?? `https://github.com/${namespace}/terraform-${provider}-${name}`,
    downloads: { week, month, year, total },
  };
}
