import { start, type StartOptions } from '../start.js';
import { readyLine, writeReadyFile } from './ready.js';

/** Starts a server, says so, and serves until SIGINT or SIGTERM; then finishes what is under way. */
export async function runServer(options: StartOptions, readyFile: string | undefined): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const running = await start({
    ...options,
    warn: (message) => process.stderr.write(`restage: ${message}\n`),
  });
  let removeReadyFile: () => void = () => undefined;
  try {
    if (readyFile !== undefined) removeReadyFile = writeReadyFile(readyFile, running);
    process.stdout.write(`${readyLine(running)}\n`);
    process.stderr.write(whatToTry(running.url));
    await stopped;
  } finally {
    removeReadyFile();
    await running.close();
  }
}

function whatToTry(url: string): string {
  if (!process.stderr.isTTY) return '';
  return [
    'Try:',
    `  curl '${url}/v1/modules/search?q=network'`,
    `  curl -H 'Authorization: Bearer demo' ${url}/api/v2/runs/run-AtRest/task-stages`,
    `  curl ${url}/__restage/sessions/main/journal`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
