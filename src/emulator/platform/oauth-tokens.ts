import { queryOf } from '../../exchange/request.js';
import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { keyOf, type Ref, type Resource, type World } from '../world.js';
import { isVisible } from './access.js';
import { addressed, grantOf, parameter } from './addressed.js';
import { listDocument, oneDocument } from './document.js';
import { emptyHeaders } from './headers.js';
import { asksForPage, itemsOn, pageOf } from './pagination.js';
import { notFound } from './problem.js';
import { sshKeyIn } from './token-patch.js';

/** The tokens of an OAuth client; all of them unless a page is asked for (platform API §4). */
export function listOAuthTokens(call: Call): WireResponse {
  return listTokens(call, [addressed(call, 'oauth-clients', 'oauth_client_id')]);
}

/** The tokens of all clients of an organization, listed like those of one (extra). 404 without a visible client. */
export function listOrganizationOAuthTokens(call: Call): WireResponse {
  const grant = grantOf(call);
  const clients = call.world
    .resources(`organizations/${parameter(call, 'organization')}`, 'oauth-clients')
    .filter((client) => isVisible(grant, call.world, client));
  if (clients.length === 0 || !grant.may.has('read')) throw notFound;
  return listTokens(call, clients);
}

/** One token; its SSH key is never shown (platform API §2). */
export function showOAuthToken(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'oauth-tokens', 'id'));
}

/** Stores an SSH key: only that there is one is kept, the key itself nowhere (platform API §4). */
export function updateOAuthToken(call: Call): WireResponse {
  const token = addressed(call, 'oauth-tokens', 'id', 'manage-tokens');
  const key = sshKeyIn(call, token.id);
  if (key === undefined || token.attributes['has-ssh-key'] === true) return oneDocument(call, token);
  const updated: Resource = { ...token, attributes: { ...token.attributes, 'has-ssh-key': true } };
  call.world.put(updated);
  return oneDocument(call, updated);
}

/** Destroys a token, which its client then no longer names (platform API §4). */
export function destroyOAuthToken(call: Call): WireResponse {
  const token = addressed(call, 'oauth-tokens', 'id', 'manage-tokens');
  call.world.remove(token.type, token.id);
  forgetToken(call.world, token);
  return { status: 204, headers: emptyHeaders, body: null };
}

function listTokens(call: Call, clients: readonly Resource[]): WireResponse {
  const query = queryOf(call.request);
  const tokens = clients.flatMap((client) => call.world.resources(keyOf(client), 'oauth-tokens'));
  if (!asksForPage(query)) return listDocument(call, tokens);
  const page = pageOf(query);
  return listDocument(call, itemsOn(page, tokens), { paging: { ...page, total: tokens.length } });
}

function forgetToken(world: World, token: Resource): void {
  const client = token.parent === undefined ? undefined : world.find(token.parent);
  const tokens = client?.relationships?.['oauth-tokens'];
  if (!client || !Array.isArray(tokens?.data)) return;
  const data = (tokens.data as readonly Ref[]).filter(({ id }) => id !== token.id);
  world.put({ ...client, relationships: { ...client.relationships, 'oauth-tokens': { ...tokens, data } } });
}
