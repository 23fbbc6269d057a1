import type { Handler, ModuleContent } from '../call.js';
import { jsonAnswer, notFound } from './answers.js';
import { contentOf } from './content.js';
import { versionContent } from './content-text.js';
import { findModule } from './module.js';
import { remember } from '../remember.js';
import { newestFirst } from './version-order.js';

/**
 * `<base_url>/:namespace/:name/:provider/versions`: the module alone, without its dependencies, which the API leaves
 * to the server (registry API §2); the newest version first (assumed).
 */
export const listVersions: Handler = (call) => {
  const module = findModule(call);
  if (!module) return notFound();
  const { versions } = module.attributes;
  const content = contentOf(call, module, versions[0] ?? '');
  if (!content) return { need: 'content', source: module.own.source };
  const text =
    content === call.materials.content(module.own.source)
      ? versionsText(content)(newestFirst(versions))
      : listText(
          newestFirst(versions).map((version) => [version, contentOf(call, module, version) ?? content]),
        );
  return jsonAnswer(`{"modules":[{"source":${JSON.stringify(module.id)},"versions":${text}}]}`);
};

/** Every version of a module that is packed from one directory has the same content. */
const versionsText = remember((content: ModuleContent) =>
  remember((versions: readonly string[]) => listText(versions.map((version) => [version, content]))),
);

function listText(versions: readonly (readonly [version: string, content: ModuleContent])[]): string {
  const elements = versions.map(
    ([version, content]) => `{"version":${JSON.stringify(version)},${versionContent(content)}}`,
  );
  return `[${elements.join(',')}]`;
}
