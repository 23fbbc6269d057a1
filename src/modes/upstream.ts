import { apiOf, refuse } from './refusal.js';
import type { Decision, Turn } from './turn.js';

/**
 * The real backend. Paths outside both APIs go to the platform when they begin with `/api/`, else to the registry,
 * else to the only upstream there is; an archive that an answer named goes where that answer pointed.
 */
export function askUpstream(turn: Turn): Decision | undefined {
  const { request, route, session } = turn;
  const { apis = [], archives } = session.tools.backend ?? {};
  const { path, query } = request;
  const archive = archives?.find(path);
  if (archive) {
    if ('git' in archive) return { kind: 'forward', to: archive };
    const url = query === '' ? archive.url : archive.url + (archive.url.includes('?') ? '&' : '?') + query;
    return { kind: 'forward', to: { archive: url } };
  }
  const wanted = apiOf(turn);
  const isOurs = route !== undefined || wanted === 'platform';
  const [only] = apis;
  const api = apis.includes(wanted) || isOurs || !only ? wanted : only;
  if (!apis.includes(api)) return refuse(turn, notNamed(turn, api));
  return { kind: 'forward', to: { api, path: query === '' ? path : `${path}?${query}` } };
}

function notNamed({ request, session }: Turn, api: string): Parameters<typeof refuse>[1] {
  const asked = `${request.method} ${request.path.slice(0, 200)}`;
  return {
    code: 'no-upstream',
    why: `${asked} belongs to the ${api}, and mode ${session.mode} was given no upstream for it: name it with --${api} URL`,
  };
}
