import type { Running, StartOptions } from '../start.js';
import { keptText } from './kept-text.js';
import { logOfKind, openLog } from './log/log.js';
import type { ServerFlags } from './options.js';
import { readyLine, writeReadyFile } from './ready.js';

/**
 * Starts a server, says so, and serves until SIGINT, SIGTERM or SIGHUP; then finishes what is under way. A second
 * signal ends it at once.
 */
export async function runServer(options: StartOptions, flags: ServerFlags): Promise<void> {
  const cleanUp: (() => void)[] = [];
  const stopped = stopSignal(() => cleanUp.forEach((clean) => clean()));
  const log = await openLog(logOfKind(flags.log));
  const { start } = await import('../start.js');
  const running = await start({
    ...options,
    watch: true,
    warn: log.warn,
    ...(log.request && { log: log.request }),
    ...(log.progress && { progress: log.progress }),
  });
  try {
    if (flags.readyFile !== undefined) cleanUp.push(writeReadyFile(flags.readyFile, running));
    process.stdout.write(`${readyLine(running)}\n`);
    log.say(whatToTry(running));
    await stopped;
  } finally {
    await running.close().finally(() => cleanUp.forEach((clean) => clean()));
  }
  const kept = running.kept();
  if (!kept) return;
  log.say(keptText(kept));
  if (kept.problems.length > 0) process.exitCode = 1;
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Resolves at the first signal that asks to stop; the next one ends the process, once `atOnce` was called. */
function stopSignal(atOnce: () => void): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const [signal, number] of Object.entries(signals)) {
      process.on(signal, () => {
        if (asked) {
          atOnce();
          process.exit(128 + number);
        }
        asked = true;
        resolve();
      });
    }
  });
}

function whatToTry({ url, ca, mode, scenario }: Running): string {
  if (mode !== 'serve' || scenario !== 'default') return 'Stop with Ctrl-C.';
  const curl = ca === undefined ? 'curl' : `curl --cacert ${ca}`;
  return [
    'Try:',
    `  ${curl} '${url}/v1/modules/search?q=network'`,
    `  ${curl} -H 'Authorization: Bearer demo' ${url}/api/v2/runs/run-AtRest/task-stages`,
    `  ${curl} ${url}/__restage/sessions/main/journal`,
    'Stop with Ctrl-C.',
  ].join('\n');
}
