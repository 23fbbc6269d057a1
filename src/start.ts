import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Json } from './exchange/json.js';
import type { KeptReport } from './edges/fixture-keeper.js';
import { memoryStore } from './edges/memory-store.js';
import { packModule } from './edges/module-archive.js';
import { readModuleContent } from './edges/module-content.js';
import { moduleShelf } from './edges/module-shelf.js';
import { isSshKey } from './edges/ssh-key.js';
import { openStateFiles } from './edges/state-files.js';
import { systemTime } from './edges/system-time.js';
import { type Certificates, openCertificates } from './edges/tls.js';
import { version } from './edges/version.js';
import { formatProblem } from './exchange/problem.js';
import { createApp, straightThrough } from './server/app.js';
import { mainSession } from './server/choose-session.js';
import { apiAddresses } from './server/control/session-view.js';
import { controlPath } from './server/control/setup.js';
import { admitsOnly, exposureWarning, isLoopback, makeToken } from './server/control-token.js';
import { Door } from './server/door.js';
import { hostGuard } from './server/guard.js';
import { type Listening, listen } from './server/listen.js';
import { Roster } from './server/roster.js';
import { sessionPorts } from './server/session-ports.js';
import { journalEntry } from './session/journal-entry.js';
import { cannotListen } from './start/cannot-listen.js';
import { hotReload } from './start/hot-reload.js';
import type { StartOptions } from './start/options.js';
import { controlCall } from './start/control-call.js';
import { holdSession } from './start/held-session.js';
import { RunReporter } from './start/run-report.js';
import type { Running } from './start/running.js';
import { findAskedScenario, findScenario, playedScenario } from './start/scenario.js';
import { closeSources, openSources } from './start/sources.js';

export type { KeptReport } from './edges/fixture-keeper.js';
export type { RunReport } from './start/run-report.js';
export type { Running } from './start/running.js';
export type { StartOptions } from './start/options.js';

/**
 * Puts a server together and starts it.
 * @throws RestageError when it cannot start
 */
export async function start(options: StartOptions = {}): Promise<Running> {
  const cwd = options.cwd ?? process.cwd();
  const mode = options.mode ?? 'serve';
  const host = options.host ?? '127.0.0.1';
  const warn = options.warn ?? (() => undefined);
  const state = resolve(cwd, options.state ?? '.restage');
  const names = [host, ...(options.allowHosts ?? [])];
  const { ref, scenario, file } = await playedScenario(options.scenario, mode, { cwd, seed: options.seed });
  const tls = options.tls === true ? await openCertificates(state, names) : undefined;
  if (tls?.replaced !== undefined) warn(tls.replaced);
  const stopping = new AbortController();
  const sources = await openSources(options, scenario.otherwise, stopping.signal);
  const { recordings, backend } = sources;
  const store = options.memory === true ? memoryStore() : await openStateFiles(state);
  const shelf = moduleShelf({ readContent: readModuleContent, pack: packModule });
  const fixtures = (): readonly string[] => (mode === 'record' ? [] : (recordings?.list() ?? []));
  const roster = new Roster({
    mode,
    scenario,
    scenarioRef: ref,
    system: systemTime,
    tools: {
      materials: shelf,
      isSshKey,
      ...(recordings && { fixtures: recordings }),
      ...(backend && { backend }),
    },
    store,
    findScenario: async (wanted, seed) => {
      const found = await findScenario(wanted, { cwd, seed });
      return found.ok ? found.scenario : undefined;
    },
    atHand: 256,
    most: options.sessions ?? 10_000,
    warn,
  });
  const hosts = hostGuard(names);
  const token = isLoopback(host) ? undefined : makeToken();
  const { log } = options;
  const seen = new RunReporter();
  const door = new Door({
    roster,
    hosts,
    forwarder: backend?.forwarder,
    prepare: (need) => shelf.prepare(need),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    stopwatch: () => performance.now(),
    openFile: (file) => createReadStream(file),
    explain: options.explain === true,
    stopping: stopping.signal,
    log: (session, entry) => {
      seen.note(session, entry);
      log?.(session.name, journalEntry(entry));
    },
    warn,
  });
  const appFor = (portOwner?: string): ReturnType<typeof createApp> =>
    createApp({
      door,
      hosts,
      ...(portOwner === undefined ? {} : { portOwner }),
      control: {
        roster,
        ports,
        admits: token === undefined ? undefined : admitsOnly(token),
        about: () => ({ status: 'ok', version: version(), mode, scenario: scenario.name }),
        fixtures,
        stopping: stopping.signal,
        loadScenario: async (wanted: Json, seed, files) => {
          const wish = { cwd, seed: seed ?? options.seed };
          const found = await (files ? findScenario(wanted, wish) : findAskedScenario(wanted, ref, wish));
          return found.ok ? found : { ok: false, problems: found.problems.map(formatProblem) };
        },
      },
    });
  const listenFor = (session: string | undefined, port: number): Promise<Listening> =>
    listen((session === undefined ? app : appFor(session)).fetch, {
      host,
      port,
      tls,
      straight: straightThrough(door, session),
    });
  const ports = sessionPorts((session) => listenFor(session, 0));
  const app = appFor();
  let listening: Listening | undefined;
  let kept: KeptReport | undefined;
  let closing: Promise<void> | undefined;
  try {
    await roster.open(mainSession);
    if (options.listen !== false) {
      const port = options.port ?? 4010;
      listening = await listenFor(undefined, port).catch((error: unknown) => {
        throw cannotListen(error, host, port);
      });
    }
  } catch (error) {
    await store.close();
    await closeSources(sources);
    throw error;
  }
  const url = addressOf(tls, host, listening);
  if (token !== undefined && listening) warn(exposureWarning(host, mode, token));
  const watching =
    options.watch === true
      ? hotReload({
          ref,
          file,
          scenario,
          cwd,
          renew: () => roster.renew(ref),
          forget: (source) => shelf.forget(source),
          warn,
        })
      : undefined;
  const close = async (): Promise<void> => {
    stopping.abort();
    const endWatching = await watching;
    await endWatching?.();
    await listening?.close();
    await ports.closeAll();
    kept = await closeSources(sources);
    await roster.close();
  };
  return {
    mode,
    scenario: ref === null ? undefined : scenario.name,
    url,
    ...apiAddresses(url),
    control: url + controlPath,
    token,
    ca: tls?.ca,
    session: (name) => holdSession(roster, name, fixtures),
    call: controlCall((request) => app.fetch(request, { mayReadFiles: true }), url + controlPath, token),
    report: () => seen.report(roster, fixtures()),
    fetch: (request) => app.fetch(request),
    close: () => (closing ??= close()),
    kept: () => kept,
  };
}

function addressOf(tls: Certificates | undefined, host: string, listening: Listening | undefined): string {
  const scheme = tls ? 'https' : 'http';
  if (!listening) return `${scheme}://127.0.0.1`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${listening.port}`;
}
