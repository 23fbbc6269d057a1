import { contentTypes } from '../../api/errors.js';
import type { HeaderRecord } from '../../exchange/response.js';

/**
 * What the platform sends with every answer (assumed; seen on the real service). The rate headers say that nothing
 * is used up: a limit that is really kept puts its own in their place.
 */
export const emptyHeaders: HeaderRecord = {
  'cache-control': 'no-cache',
  'tfp-api-version': '2.6',
  'tfp-appname': 'HCP Terraform',
  vary: 'Accept-Encoding, Origin',
  'x-content-type-options': 'nosniff',
  'x-ratelimit-limit': '30',
  'x-ratelimit-remaining': '29',
  'x-ratelimit-reset': '0.0',
};

/** The same for an answer that carries a document. */
export const documentHeaders: HeaderRecord = { 'content-type': contentTypes.platform, ...emptyHeaders };
