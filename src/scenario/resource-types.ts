/** Types of the resources that a step can change: those of platform API §2, those around them, and modules. */
export const resourceTypes = [
  'runs',
  'workspaces',
  'task-stages',
  'task-results',
  'policy-evaluations',
  'policy-set-outcomes',
  'oauth-clients',
  'oauth-tokens',
  'modules',
] as const;

export type ResourceType = (typeof resourceTypes)[number];

/** What says which resource is meant. */
export interface ResourceAddress {
  readonly type: ResourceType;
  readonly id: string;
}

/** How addresses look: `TYPE/ID`, for a module `modules/NAMESPACE/NAME/PROVIDER`. */
export const addressPattern = /^([a-z-]{1,64})\/([A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w-]*\/[a-z0-9]+)?)$/;

/** Reads the address of a resource; undefined when it is none or of an unknown type. */
export function parseAddress(text: string): ResourceAddress | undefined {
  const [, name, id = ''] = addressPattern.exec(text) ?? [];
  const type = resourceTypes.find((known) => known === name);
  return type && id.includes('/') === (type === 'modules') ? { type, id } : undefined;
}
