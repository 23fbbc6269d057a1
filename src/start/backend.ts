import type { Api } from '../api/operations.js';
import { platformAddress, readUrl, type UpstreamAddress } from '../api/upstream-address.js';
import { RestageError } from '../exchange/restage-error.js';
import { decodeBody } from '../edges/body-coding.js';
import { FixtureKeeper } from '../edges/fixture-keeper.js';
import { gitArchives } from '../edges/git-archives.js';
import { openUpstream } from '../edges/upstream.js';
import type { RedactionRules } from '../fixtures/rules.js';
import { Forwarder } from '../server/forward/forwarder.js';
import { Archives } from '../session/archives.js';
import { KnownUpstreams } from '../session/known-upstreams.js';
import type { StartOptions } from './options.js';
import { tellingProgress } from './recording-progress.js';

/** The real backend, as far as it was named, and what is kept of its answers. */
export interface Backend {
  readonly apis: readonly Api[];
  /** The archives that it named. */
  readonly archives: Archives;
  readonly forwarder: Forwarder;
  /** In mode record. */
  readonly keeper: FixtureKeeper | undefined;
  close(): Promise<void>;
}

/** What the backend is put together from beside the options. */
export interface BackendParts {
  readonly rules: RedactionRules;
  /** Absolute path of the recordings. */
  readonly directory: string;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Gets ready to pass requests on; contacts nobody yet.
 * @throws RestageError `bad-option`
 */
export async function openBackend(options: StartOptions, parts: BackendParts): Promise<Backend> {
  const { mode, platform, registry, progress } = options;
  const { rules, directory, stopping, warn } = parts;
  const archives = new Archives();
  const apis: Api[] = [];
  if (platform !== undefined) apis.push('platform');
  if (registry !== undefined) apis.push('registry');
  if (apis.length === 0) {
    throw new RestageError(
      'bad-option',
      `${mode} needs to know the real backend: name it with --platform URL, --registry URL or both`,
    );
  }
  const known = new KnownUpstreams();
  const upstream = openUpstream({
    ...(platform !== undefined && { platform: readPlatform(platform) }),
    ...(registry !== undefined && { registry: readRegistry(registry) }),
  });
  const keeper =
    mode === 'record'
      ? await FixtureKeeper.open({
          directory,
          rules,
          symbols: (text) => known.symbolsIn(text),
          problem: ({ request, why }) => warn(`not kept: ${request}: ${why}`),
          left: (count) =>
            progress?.('what is still to be kept', count === 0 ? undefined : `${count} exchanges`),
        })
      : undefined;
  const git = gitArchives({
    reach: () => upstream.reach('registry'),
    progress: progress ?? (() => undefined),
    warn,
    stopping,
  });
  const decode = (bytes: Uint8Array, coding: string): Uint8Array | undefined => {
    const decoded = decodeBody(bytes, coding);
    return 'bytes' in decoded ? decoded.bytes : undefined;
  };
  return {
    apis,
    archives,
    forwarder: new Forwarder({
      upstream,
      apis,
      known,
      archives,
      recorder: keeper && progress ? tellingProgress(keeper, progress) : keeper,
      git,
      decode,
    }),
    keeper,
    close: () => upstream.close(),
  };
}

function readPlatform(text: string): UpstreamAddress {
  const read = platformAddress(text);
  if ('address' in read) return read.address;
  throw new RestageError('bad-option', `--platform: ${read.problem}`);
}

function readRegistry(text: string): URL {
  const read = readUrl(text);
  if (typeof read !== 'string') return read;
  throw new RestageError('bad-option', `--registry: ${read}`);
}
