import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldSignals } from './held-signals.js';

/** How a command ended: its exit status as a shell would say it, and a reason when it never ran. */
export interface ChildEnd {
  readonly status: number;
  readonly why?: string;
}

/** What a terminal itself sends to everything in its foreground. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a command to its end and passes signals on to it. Away from a terminal it gets a process group of its own, so
 * that nothing it has started outlives it; on a terminal it stays in ours, as job control and `/dev/tty` want it.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signals: HeldSignals,
): Promise<ChildEnd> {
  const terminal = process.stdin.isTTY;
  const child = spawn(command, args, { env, stdio: 'inherit', detached: !terminal });
  const { pid } = child;
  const group = pid === undefined || terminal ? undefined : -pid;
  signals.passTo((signal) => {
    if (pid === undefined || (terminal && fromTerminal.includes(signal))) return;
    send(group ?? pid, signal);
  });
  const end = await new Promise<ChildEnd>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(neverRan(command, error)));
    child.once('exit', (code, signal) =>
      resolve({ status: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }),
    );
  });
  signals.passTo(() => undefined);
  if (group !== undefined) await endGroup(group);
  return end;
}

function neverRan(command: string, { code, message }: NodeJS.ErrnoException): ChildEnd {
  if (code === 'ENOENT') {
    const why = `there is no command ${command}; check its name and the PATH, or write ./ before a file that lies here`;
    return { status: 127, why };
  }
  if (code === 'EACCES') {
    return {
      status: 126,
      why: `${command} is there but cannot be executed; give it the right with chmod +x`,
    };
  }
  return { status: 126, why: `${command} cannot be started: ${message}` };
}

/** How long what a command left behind may take to end when asked, ms. */
const patience = 2000;

/** Ends what is left of a process group: asks, and then does not ask any more. */
async function endGroup(group: number): Promise<void> {
  if (!send(group, 'SIGTERM')) return;
  for (let waited = 0; waited < patience; waited += 20) {
    await sleep(20);
    if (!send(group, 0)) return;
  }
  send(group, 'SIGKILL');
}

/** Sends a signal; false when nobody is there. */
function send(to: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(to, signal);
    return true;
  } catch {
    return false;
  }
}
