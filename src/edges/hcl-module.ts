import { isJsonObject, type Json, type JsonObject } from '../exchange/json.js';
import type { ModulePart } from '../session/module-content.js';

/** What a module's blocks say, as registries show it: everything but its path and readme. */
export type ModuleBlocks = Omit<ModulePart, 'path' | 'readme'>;

/**
 * Reads the blocks of a module's files, which come in the order in which later ones override earlier ones. Lists are
 * in the order of their names. Empty is a module without inputs, outputs, dependencies and resources (assumed).
 */
export function readBlocks(files: readonly JsonObject[]): ModuleBlocks {
  const inputs = named(files, 'variable').map(([name, variable]) => ({
    name,
    description: textOf(variable['description']),
    default: 'default' in variable ? literal(JSON.stringify(variable['default'])) : '',
  }));
  const outputs = named(files, 'output').map(([name, output]) => ({
    name,
    description: textOf(output['description']),
  }));
  const dependencies = named(files, 'module').map(([name, call]) => ({
    name,
    source: textOf(call['source']),
    version: textOf(call['version']),
  }));
  const resources = typed(files, 'resource').map(({ type, name }) => ({ name, type }));
  const empty = [inputs, outputs, dependencies, resources].every((list) => list.length === 0);
  return { empty, inputs, outputs, dependencies, providers: providersOf(files), resources };
}

/**
 * Required providers with their version constraints, and with none those that only a provider block or a resource
 * names: what registries list.
 */
function providersOf(files: readonly JsonObject[]): ModulePart['providers'] {
  const versions = new Map<string, string>();
  for (const terraform of files.flatMap((file) => blocks(file['terraform']))) {
    for (const [name, asked] of blocks(terraform['required_providers']).flatMap((all) =>
      Object.entries(all),
    )) {
      versions.set(name, textOf(isJsonObject(asked) ? asked['version'] : asked));
    }
  }
  for (const [name, provider] of named(files, 'provider')) {
    if (!versions.get(name)) versions.set(name, textOf(provider['version']));
  }
  for (const { type, attributes } of [...typed(files, 'resource'), ...typed(files, 'data')]) {
    const name = /^\$\{(\w[\w-]*)/.exec(textOf(attributes['provider']))?.[1] ?? type.split('_')[0] ?? type;
    if (!versions.has(name)) versions.set(name, '');
  }
  return [...versions].sort(byFirst).map(([name, version]) => ({ name, version }));
}

/** Blocks with one label, by that label; attributes of a later block go over those of an earlier one. */
function named(files: readonly JsonObject[], kind: string): [string, JsonObject][] {
  const found = new Map<string, JsonObject>();
  for (const [name, value] of files.flatMap((file) => entriesOf(file[kind]))) {
    found.set(name, Object.assign({}, found.get(name), ...blocks(value)) as JsonObject);
  }
  return [...found].sort(byFirst);
}

/** Blocks with two labels: a type and a name. */
function typed(
  files: readonly JsonObject[],
  kind: string,
): { readonly type: string; readonly name: string; readonly attributes: JsonObject }[] {
  const types = new Set(files.flatMap((file) => Object.keys(objectOf(file[kind]))));
  return [...types].sort().flatMap((type) =>
    named(
      files.map((file) => objectOf(file[kind])),
      type,
    ).map(([name, attributes]) => ({ type, name, attributes })),
  );
}

function blocks(value: Json | undefined): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return Object.entries(objectOf(value));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? literal(value) : '';
}

/** The parser leaves the escapes of template signs in. */
function literal(text: string): string {
  return text.replaceAll('$${', '${').replaceAll('%%{', '%{');
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
