import { keyOf, type Resource } from '../world.js';
import { pathOf } from './resource-text.js';
import type { OAuthClientStory } from './story.js';

/**
 * OAuth clients, each in the list of its organization, and their tokens. The client's fields are not shown by
 * platform API §2; its relationships are assumed.
 *
 * @param at the time of their making, as the API writes it
 */
export function oauthResources(clients: readonly OAuthClientStory[], at: string): Resource[] {
  return clients.flatMap((client) => {
    const self = { type: 'oauth-clients', id: client.id };
    const organization = { type: 'organizations', id: client.organization };
    const tokens = client.tokens.map((token): Resource => ({
      type: 'oauth-tokens',
      id: token.id,
      parent: keyOf(self),
      attributes: {
        'created-at': at,
        'service-provider-user': token.user,
        'has-ssh-key': token['has-ssh-key'],
      },
      relationships: { 'oauth-client': { data: self, related: pathOf(self) } },
    }));
    const resource: Resource = {
      ...self,
      parent: keyOf(organization),
      attributes: { 'created-at': at },
      relationships: {
        organization: { data: organization },
        'oauth-tokens': {
          data: tokens.map(({ type, id }) => ({ type, id })),
          related: `${pathOf(self)}/oauth-tokens`,
        },
      },
    };
    return [resource, ...tokens];
  });
}
