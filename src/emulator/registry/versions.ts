import type { Handler, ModuleContent } from '../call.js';
import { jsonAnswer, notFound } from './answers.js';
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
  const content = call.materials.content(module.own.source);
  if (!content) return { need: 'content', source: module.own.source };
  const versions = versionsText(content)(newestFirst(module.attributes.versions));
  return jsonAnswer(`{"modules":[{"source":${JSON.stringify(module.id)},"versions":${versions}}]}`);
};

/** Every version of a module has the same content: it is packed from one directory. */
const versionsText = remember((content: ModuleContent) =>
  remember((versions: readonly string[]) => {
    const elements = versions.map(
      (version) => `{"version":${JSON.stringify(version)},${versionContent(content)}}`,
    );
    return `[${elements.join(',')}]`;
  }),
);
