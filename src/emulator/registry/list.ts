import { lastValue, type Query } from '../../exchange/query.js';
import { queryOf } from '../../exchange/request.js';
import type { Call, Handler } from '../call.js';
import { modulesIn } from './module-index.js';
import { answerPage, type Keep } from './page.js';

/** `<base_url>` and `<base_url>/:namespace`: modules in their latest version, filtered and paged (registry API §4). */
export const listModules: Handler = (call) =>
  answerPage(call, narrow(call), verifiedOnly(queryOf(call.request)));

/** Ids of the modules that the path's or the query's namespace and the query's provider leave. */
export function narrow({ world, request, route }: Call): readonly string[] {
  const query = queryOf(request);
  const filter = (name: string): string | undefined => lastValue(query, name) || undefined;
  return modulesIn(world, route.params['namespace'] ?? filter('namespace'), filter('provider'));
}

/** `verified=true` keeps partner modules only; any other value keeps all (registry API §4 rule 1). */
export function verifiedOnly(query: Query): Keep | undefined {
  return lastValue(query, 'verified') === 'true' ? ({ attributes }) => attributes.verified : undefined;
}
