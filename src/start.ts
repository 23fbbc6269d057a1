import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Json } from './exchange/json.js';
import { RestageError } from './exchange/restage-error.js';
import { memoryStore } from './edges/memory-store.js';
import { packModule } from './edges/module-archive.js';
import { readModuleContent } from './edges/module-content.js';
import { moduleShelf } from './edges/module-shelf.js';
import { loadInline, loadScenario } from './edges/scenario-files.js';
import { isSshKey } from './edges/ssh-key.js';
import { openStateFiles } from './edges/state-files.js';
import { systemTime } from './edges/system-time.js';
import { formatProblem } from './scenario/problem.js';
import type { Scenario } from './scenario/scenario.js';
import { type ModeName } from './session/session.js';
import { createApp } from './server/app.js';
import { mainSession } from './server/choose-session.js';
import { controlPath } from './server/control/setup.js';
import { apiAddresses } from './server/control/sessions.js';
import { Door } from './server/door.js';
import { hostGuard } from './server/guard.js';
import { type Listening, listen } from './server/listen.js';
import { Roster } from './server/roster.js';
import { sessionPorts } from './server/session-ports.js';
import { version } from './edges/version.js';

/** What a server is started with. Everything left out has the default of the command line. */
export interface StartOptions {
  readonly mode?: ModeName;
  /** Name of a bundled scenario, or a file. */
  readonly scenario?: string;
  /** Over the scenario's own. */
  readonly seed?: number;
  /** Address to bind. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** False: no socket; requests come through `fetch` only. */
  readonly listen?: boolean;
  /** Where session state is kept. */
  readonly state?: string;
  /** Keep no state on disk. */
  readonly memory?: boolean;
  /** Largest request body in bytes; 1 MiB when left out. */
  readonly bodyLimit?: number;
  /** Names beside localhost by which clients may call this server. */
  readonly allowHosts?: readonly string[];
  /** Where relative paths count from. */
  readonly cwd?: string;
  /** Told what a person should know but that stops nothing. */
  readonly warn?: (message: string) => void;
}

/** A server that runs. */
export interface Running {
  readonly mode: ModeName;
  readonly scenario: string;
  /** Base addresses, ready to use. */
  readonly url: string;
  readonly platform: string;
  readonly registry: string;
  readonly registryV2: string;
  readonly control: string;
  readonly roster: Roster;
  /** Answers a request in this process, without a socket. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Finishes the requests under way and writes what is to be kept. */
  close(): Promise<void>;
}

/**
 * Puts a server together and starts it.
 * @throws {@link RestageError} when it cannot start
 */
export async function start(options: StartOptions = {}): Promise<Running> {
  const cwd = options.cwd ?? process.cwd();
  const mode = options.mode ?? 'serve';
  const host = options.host ?? '127.0.0.1';
  const warn = options.warn ?? (() => undefined);
  const scenarioRef = options.scenario ?? 'default';
  const scenario = await scenarioOf(scenarioRef, cwd, options.seed);
  const store =
    options.memory === true ? memoryStore() : await openStateFiles(resolve(cwd, options.state ?? '.restage'));
  const shelf = moduleShelf({ readContent: readModuleContent, pack: packModule });
  const find = (ref: Json, seed?: number): ReturnType<typeof loadScenario> =>
    typeof ref === 'string'
      ? loadScenario(ref, seedOption(cwd, seed))
      : loadInline(ref, seedOption(cwd, seed));
  const roster = new Roster({
    mode,
    scenario,
    scenarioRef,
    seed: options.seed ?? scenario.seed,
    system: systemTime,
    tools: { materials: shelf, isSshKey },
    store,
    findScenario: async (ref) => {
      const found = await find(ref);
      return found.ok ? found.scenario : undefined;
    },
    atHand: 256,
    warn,
  });
  const hosts = hostGuard([host, ...(options.allowHosts ?? [])]);
  const door = new Door({
    roster,
    hosts,
    prepare: (need) => shelf.prepare(need),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    stopwatch: () => performance.now(),
    openFile: (file) => createReadStream(file),
    warn,
  });
  const ports = sessionPorts((session) => listen(appFor(session).fetch, host, 0));
  const appFor = (portOwner?: string): ReturnType<typeof createApp> =>
    createApp({
      door,
      hosts,
      ...(portOwner === undefined ? {} : { portOwner }),
      control: {
        roster,
        ports,
        admits: undefined,
        about: () => ({ status: 'ok', version: version(), mode, scenario: scenario.name }),
        fixtures: async () => [],
        loadScenario: async (ref, seed) => {
          const found = await find(ref, seed);
          return found.ok ? found : { ok: false, problems: found.problems.map(formatProblem) };
        },
      },
    });
  const app = appFor();
  let listening: Listening | undefined;
  try {
    await roster.open(mainSession);
    if (options.listen !== false) {
      const port = options.port ?? 4010;
      listening = await listen(app.fetch, host, port).catch((error: unknown) => {
        throw cannotListen(error, host, port);
      });
    }
  } catch (error) {
    await store.close();
    throw error;
  }
  const url = listening
    ? `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`
    : 'http://127.0.0.1';
  return {
    mode,
    scenario: scenario.name,
    url,
    ...apiAddresses(url),
    control: url + controlPath,
    roster,
    fetch: (request) => app.fetch(request),
    async close() {
      await listening?.close();
      await ports.closeAll();
      await roster.close();
    },
  };
}

function seedOption(cwd: string, seed: number | undefined): { cwd: string; seed?: number } {
  return seed === undefined ? { cwd } : { cwd, seed };
}

async function scenarioOf(name: string, cwd: string, seed: number | undefined): Promise<Scenario> {
  const loaded = await loadScenario(name, seedOption(cwd, seed));
  if (loaded.ok) return loaded.scenario;
  const problems = loaded.problems.map(formatProblem);
  if (loaded.why === 'unknown') throw new RestageError('scenario-unknown', problems.join('\n'));
  throw new RestageError('scenario-invalid', `the scenario ${name} cannot be played:`, problems);
}

function cannotListen(error: unknown, host: string, port: number): RestageError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new RestageError(
      'port-in-use',
      `port ${port} on ${host} is in use; choose another with --port, or --port 0 for a free one`,
    );
  }
  return new RestageError('address-unusable', `cannot listen on ${host} port ${port}: ${message}`);
}
