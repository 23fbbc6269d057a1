import { RestageError } from '../exchange/restage-error.js';
import type { StartOptions } from '../start.js';

/**
 * Modes that ask a real backend must be told where it is.
 * @throws RestageError `bad-option`
 */
export function requireUpstream(
  mode: StartOptions['mode'],
  flags: Pick<StartOptions, 'platform' | 'registry'>,
): void {
  if (mode !== 'record' && mode !== 'passthrough') return;
  if (flags.platform !== undefined || flags.registry !== undefined) return;
  throw new RestageError(
    'bad-option',
    `${mode} needs to know the real backend: name it with --platform URL, --registry URL or both`,
  );
}
