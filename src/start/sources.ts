import { resolve } from 'node:path';
import type { KeptReport } from '../edges/fixture-keeper.js';
import type { Otherwise } from '../scenario/scenario.js';
import type { Backend } from './backend.js';
import type { StartOptions } from './options.js';
import type { Recordings } from './recordings.js';

/** What answers beside the emulator. */
export interface Sources {
  readonly recordings: Recordings | undefined;
  readonly backend: Backend | undefined;
}

/** Lets go of them; what a recording came to, where there was one. */
export async function closeSources({ recordings, backend }: Sources): Promise<KeptReport | undefined> {
  recordings?.close();
  await backend?.close();
  return backend?.keeper?.close();
}

/**
 * Opens what the mode and the scenario ask. What a mode never asks is not even loaded: replay and serve have nothing
 * that could contact anybody, unless the scenario of a serve passes requests through.
 * @throws RestageError
 */
export async function openSources(
  options: StartOptions,
  otherwise: Otherwise | undefined,
  stopping: AbortSignal,
): Promise<Sources> {
  const { mode = 'serve', cwd = process.cwd(), warn = () => undefined } = options;
  const forwards =
    mode === 'record' || mode === 'passthrough' || (mode === 'serve' && otherwise === 'passthrough');
  const replays = mode === 'replay' || otherwise === 'replay' || options.keep === 'new';
  if (!forwards && !replays) return { recordings: undefined, backend: undefined };
  const { openRecordings, redactionRules } = await import('./recordings.js');
  const rules = redactionRules(options.redact);
  const directory = resolve(cwd, options.fixtures ?? './fixtures');
  const backend = forwards
    ? await import('./backend.js').then(({ openBackend }) =>
        openBackend({ ...options, mode }, { rules, directory, stopping, warn }),
      )
    : undefined;
  const recordings = replays ? openRecordings(directory, rules, options, backend?.keeper) : undefined;
  return { recordings, backend };
}
