import type { GitArchives } from '../session/archives.js';
import type { Reach } from '../session/upstream.js';
import { parseGitSource } from './git-address.js';
import { type GitArchive, packGitSource } from './git-source.js';
import { upstreamError } from './upstream-error.js';

/** How git sources are fetched. */
export interface GitArchivesOptions {
  /** How far away the upstream is that names them. */
  readonly reach: () => Promise<Reach | undefined>;
  /** Hears of which source git says how far it has come; undefined at the end. */
  readonly progress: (source: string, done: string | undefined) => void;
  /** Hears what a person should know. */
  readonly warn: (message: string) => void;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

const kept = 4;

/**
 * Clones and packs a git source when it is asked for and answers with the archive. The last few are kept: clients ask
 * for the head first and then for the whole.
 */
export function gitArchives({ reach, progress, warn, stopping }: GitArchivesOptions): GitArchives {
  const packed = new Map<string, Promise<GitArchive>>();
  const pack = (source: string): Promise<GitArchive> => {
    const before = packed.get(source);
    if (before) return before;
    const shown = shownOf(source);
    const under = reach()
      .then((near) =>
        packGitSource(source, {
          reach: near,
          signal: stopping,
          onProgress: (line) => progress(shown, line),
          onNote: (note) => warn(`${shown}: ${note}`),
        }),
      )
      .finally(() => progress(shown, undefined));
    under.catch(() => packed.delete(source));
    packed.set(source, under);
    const [oldest] = packed.keys();
    if (packed.size > kept && oldest !== undefined) packed.delete(oldest);
    return under;
  };
  return {
    read(source) {
      const parsed = parseGitSource(source);
      return 'git' in parsed ? parsed.git : undefined;
    },
    forward(source, sink) {
      let over = false;
      pack(source).then(
        ({ bytes }) => {
          if (over) return;
          const headers = ['content-type', 'application/gzip', 'content-length', String(bytes.length)];
          sink.head({ status: 200, headers, url: source, address: undefined });
          sink.data(bytes);
          sink.end();
        },
        (error: unknown) => {
          if (!over) sink.fail(upstreamError('unknown', '', (error as Error).message));
        },
      );
      return {
        resume: () => undefined,
        abort: () => {
          over = true;
        },
      };
    },
  };
}

/** A source as it may be shown: without what git needs to get in. */
function shownOf(source: string): string {
  const parsed = parseGitSource(source);
  return ('git' in parsed ? parsed.git?.shown : undefined) ?? 'a git source';
}
