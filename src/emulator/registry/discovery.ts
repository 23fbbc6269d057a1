import type { Handler } from '../call.js';

/**
 * Service discovery (registry API §1). The URLs are absolute: relative ones are allowed, but a client that puts the
 * host's address before them instead of resolving them (Renovate) would double a session's path prefix. The media
 * type goes without parameters. The `tfe` services are extras for clients that look for the platform here.
 */
export const discover: Handler = ({ request: { base } }) => {
  const root = `${base.origin}${base.home ?? base.prefix}`;
  const platform = `${root}/api/v2/`;
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      'modules.v1': `${root}/v1/modules/`,
      'tfe.v2': platform,
      'tfe.v2.1': platform,
      'tfe.v2.2': platform,
    }),
  };
};
