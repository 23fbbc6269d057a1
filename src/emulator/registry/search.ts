import { errorResponse } from '../../api/errors.js';
import { lastValue } from '../../exchange/query.js';
import { queryOf } from '../../exchange/request.js';
import type { Handler } from '../call.js';
import { narrow, verifiedOnly } from './list.js';
import type { ModuleResource } from './module.js';
import { answerPage } from './page.js';
import { remember } from '../remember.js';

/**
 * `<base_url>/search`: keyword or phrase search (registry API §4 rule 2). A module is found when every word, and
 * every "quoted phrase", occurs in its namespace, name, provider or description, in any case (assumed).
 */
export const searchModules: Handler = (call) => {
  const query = queryOf(call.request);
  const terms = termsOf(lastValue(query, 'q') ?? '');
  if (terms.length === 0) return errorResponse('registry', missing);
  const verified = verifiedOnly(query);
  return answerPage(call, narrow(call), (module) => {
    if (verified && !verified(module)) return false;
    const text = searchText(module);
    return terms.every((term) => text.includes(term));
  });
};

const missing = {
  status: 400,
  title: 'bad request',
  detail: 'the query parameter q is required: one or more words to search for',
  source: { parameter: 'q' },
};

/** The words and quoted phrases of a query, in lower case. */
function termsOf(q: string): string[] {
  return [...q.toLowerCase().matchAll(/"([^"]*)"|[^\s"]+/g)]
    .map(([word, phrase]) => (phrase ?? word).trim())
    .filter((term) => term !== '');
}

const searchText = remember(({ id, attributes }: ModuleResource) =>
  `${id}\n${attributes.description}`.toLowerCase(),
);
