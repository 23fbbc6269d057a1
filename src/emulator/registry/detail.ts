import type { WireResponse } from '../../exchange/response.js';
import type { Call, Handler, Need } from '../call.js';
import { jsonAnswer, notFound } from './answers.js';
import { contentOf } from './content.js';
import { detailContent } from './content-text.js';
import { findModule, findVersion, type ModuleResource, summaryOf } from './module.js';
import { modulesNamed, providersOf } from './module-index.js';
import { remember } from '../remember.js';
import { latestVersion, newestFirst } from './version-order.js';

/** `<base_url>/:namespace/:name/:provider`: detail of the latest version (registry API §4). */
export const showLatest: Handler = (call) => {
  const module = findModule(call);
  return module ? detail(call, module, latestVersion(module.attributes.versions)) : notFound();
};

/** `<base_url>/:namespace/:name/:provider/:version`: detail of that version (registry API §4). */
export const showVersion: Handler = (call) => {
  const module = findVersion(call);
  return module ? detail(call, module, call.route.params['version'] ?? '') : notFound();
};

/** Only the summary is put into words anew: it shows the downloads, which change with every one. */
function detail(call: Call, module: ModuleResource, version: string): WireResponse | Need {
  const { world } = call;
  const { attributes, own } = module;
  const content = contentOf(call, module, version);
  if (!content) return { need: 'content', source: own.source };
  const summary = JSON.stringify(summaryOf(module, version)).slice(1, -1);
  const providers = listText(providersOf(modulesNamed(world, attributes.namespace, attributes.name)));
  const versions = listText(newestFirst(attributes.versions));
  return jsonAnswer(`{${summary},${detailContent(content)},"providers":${providers},"versions":${versions}}`);
}

const listText = remember((list: readonly string[]) => JSON.stringify(list));
