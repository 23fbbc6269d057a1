import type { Handler } from '../call.js';
import { notFound } from './answers.js';
import { modulesNamed } from './module-index.js';
import { answerPage } from './page.js';

/** `<base_url>/:namespace/:name`: the latest version for each provider (registry API §4); 404 when there is none. */
export const listProviders: Handler = (call) => {
  const { namespace = '', name = '' } = call.route.params;
  const ids = modulesNamed(call.world, namespace, name);
  return ids.length === 0 ? notFound() : answerPage(call, ids);
};
