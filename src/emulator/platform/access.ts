import type { Resource, World } from '../world.js';
import type { Ability, PlatformStory } from './story.js';

/** What one bearer token may do and see. */
export interface Grant {
  readonly may: ReadonlySet<Ability>;
  /** Ids it sees, each with all below it; undefined: everything. */
  readonly sees: ReadonlySet<string> | undefined;
}

/** Who may do and see what. */
export interface Access {
  /** The known tokens; undefined: any token may do and sees everything. */
  readonly tokens: ReadonlyMap<string, Grant> | undefined;
}

/** The grant of a token that may do and sees everything. */
export const everything: Grant = { may: new Set(['read', 'override', 'manage-tokens']), sees: undefined };

/** What a story says of its tokens. Kinds of token and permissions are assumed (platform API §5 does not show them). */
export function accessOf(story: Pick<PlatformStory, 'tokens'>): Access {
  if (!story.tokens) return { tokens: undefined };
  return {
    tokens: new Map(
      story.tokens.map(({ token, may, sees }) => [
        token,
        { may: may ? new Set(may) : everything.may, sees: sees && new Set(sees) },
      ]),
    ),
  };
}

/** The grant of a token; undefined when nobody knows it. */
export function grantTo(access: Access, token: string): Grant | undefined {
  return access.tokens ? access.tokens.get(token) : everything;
}

/** Whether a grant sees a resource: by its own id, or by that of anything above it. */
export function isVisible(grant: Grant, world: World, resource: Resource): boolean {
  if (!grant.sees || grant.sees.has(resource.id)) return true;
  if (resource.parent === undefined) return false;
  const above = world.find(resource.parent);
  if (above) return isVisible(grant, world, above);
  return grant.sees.has(resource.parent.slice(resource.parent.indexOf('/') + 1));
}
