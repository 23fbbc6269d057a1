import type { Json } from '../exchange/json.js';
import type { JournalEntry } from '../session/journal.js';
import type { ModeName } from '../session/session.js';

/** Told what takes long, e.g. a clone, and how far it has come; undefined when it is over. */
export type Progress = (of: string, done: string | undefined) => void;

/** What a server is started with. Everything left out has the default of the command line. */
export interface StartOptions {
  /** `serve` when left out. */
  readonly mode?: ModeName;
  /** Name of a bundled scenario, or a file; `default` in mode serve, none in the others. */
  readonly scenario?: string;
  /** Over the scenario's own; a whole number from 0 to 4294967295. */
  readonly seed?: number;

  /** Directory of the recordings; `./fixtures` when left out. */
  readonly fixtures?: string;
  /** Upstream platform: an origin or its API root ending in `/api/v2`. */
  readonly platform?: string;
  /** Upstream registry: its origin. */
  readonly registry?: string;
  /** Record: keep everything (`all`), or answer what is already recorded and keep only what is new. */
  readonly keep?: 'new' | 'all';
  /** Replay: what follows the last recorded answer of a sequence; `hold` when left out. */
  readonly end?: 'hold' | 'loop' | 'refuse';
  /** Replay: answer what was never recorded from the resources seen in the recordings. */
  readonly derive?: boolean;
  /** Add the header `Restage-Source` to every answer. */
  readonly explain?: boolean;
  /** What recordings must not keep, beside what is always redacted: `{ headers, query, paths, patterns }`. */
  readonly redact?: Json;

  /** Address to bind; `127.0.0.1` when left out. */
  readonly host?: string;
  /** 0 picks a free one; 4010 when left out. */
  readonly port?: number;
  /** False: no socket; requests come through `fetch` only. */
  readonly listen?: boolean;
  /** Serve https with a certificate from a local CA kept in the state directory. */
  readonly tls?: boolean;
  /** Names beside localhost by which clients may call this server. */
  readonly allowHosts?: readonly string[];
  /** Largest request body in bytes; 1 MiB when left out. */
  readonly bodyLimit?: number;

  /** How many sessions there may be; 10 000 when left out. */
  readonly sessions?: number;

  /** Where session state is kept; `.restage` when left out. */
  readonly state?: string;
  /** Keep no session state on disk. */
  readonly memory?: boolean;
  /** Where relative paths count from; the working directory when left out. */
  readonly cwd?: string;
  /** Take up changes of the scenario file, and of the modules it names, while running. */
  readonly watch?: boolean;
  /** Told what a person should know but that stops nothing. */
  readonly warn?: (message: string) => void;
  /** Told how far what takes long has come. */
  readonly progress?: Progress;
  /** Told of every request once it is answered. */
  readonly log?: (session: string, entry: JournalEntry) => void;
}
