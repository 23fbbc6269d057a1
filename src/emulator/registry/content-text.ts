import type { JsonObject } from '../../exchange/json.js';
import type { ModuleContent, ModulePart } from '../call.js';
import { remember } from '../remember.js';

/** JSON text of the members `root` and `submodules` of a module's detail (registry API §2). */
export const detailContent = remember(({ root, submodules }: ModuleContent) =>
  members(detailPart(root), submodules.map(detailPart)),
);

/** JSON text of the members `root` and `submodules` of an element of the version list (registry API §2). */
export const versionContent = remember(({ root, submodules }: ModuleContent) =>
  members(
    versionPart(root),
    submodules.map((part) => ({ path: part.path, ...versionPart(part) })),
  ),
);

function members(root: JsonObject, submodules: JsonObject[]): string {
  return JSON.stringify({ root, submodules }).slice(1, -1);
}

function detailPart(part: ModulePart): JsonObject {
  return {
    path: part.path,
    readme: part.readme,
    empty: part.empty,
    inputs: part.inputs.map((input) => ({ ...input })),
    outputs: part.outputs.map((output) => ({ ...output })),
    dependencies: part.dependencies.map((dependency) => ({ ...dependency })),
    resources: part.resources.map((resource) => ({ ...resource })),
  };
}

function versionPart(part: ModulePart): JsonObject {
  return {
    providers: part.providers.map((provider) => ({ ...provider })),
    dependencies: part.dependencies.map((dependency) => ({ ...dependency })),
  };
}
