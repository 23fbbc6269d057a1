import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RestageError } from '../../exchange/restage-error.js';

/** A process, and when it began where the system tells, as a process id may come again. */
interface Owner {
  readonly file: string;
  readonly pid: number;
  readonly began: string;
}

const patience = 10;
const pauseMs = 20;

/**
 * Takes a directory for this process alone; returns what lets go of it. Each process lays down a file of its own,
 * `lock.PID.BEGAN.ANY`, and only then looks for others: of two that come at once at least one sees the other, and what
 * is removed of the dead can never be the file of somebody living. Of two that see each other the one whose file comes
 * first by name waits whether the other gives way. Processes on one machine only.
 * @throws {@link RestageError} `state-locked` when another process that lives has it
 */
export async function lock(directory: string): Promise<() => void> {
  const own = `lock.${process.pid}.${beginOf(process.pid) ?? ''}.${randomBytes(4).toString('hex')}`;
  const unlock = (): void => rmSync(join(directory, own), { force: true });
  writeFileSync(join(directory, own), '', { flag: 'wx', mode: 0o600 });
  try {
    for (let tries = 1; ; tries++) {
      const other = livingOwner(directory, own);
      if (!other) return unlock;
      if (other.file < own || tries === patience) throw locked(directory, other);
      await wait(pauseMs);
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

function livingOwner(directory: string, own: string): Owner | undefined {
  for (const file of readdirSync(directory).sort()) {
    const [, pid, began] = /^lock\.(\d+)\.(\d*)\.[0-9a-f]+$/.exec(file) ?? [];
    if (pid === undefined || began === undefined || file === own) continue;
    if (lives(Number(pid), began)) return { file, pid: Number(pid), began };
    rmSync(join(directory, file), { force: true });
  }
  return undefined;
}

function lives(pid: number, began: string): boolean {
  const now = beginOf(pid);
  if (now !== undefined) return now === began;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When a process began, in ticks since the machine did; empty for one that ended; undefined where /proc does not tell. */
function beginOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? 'ended' : fields[18];
  } catch {
    return undefined;
  }
}

function locked(directory: string, { pid, file }: Owner): RestageError {
  return new RestageError(
    'state-locked',
    `the state directory ${directory} is in use by process ${pid}; stop that process, choose another directory with ` +
      `--state DIR, or keep nothing with --memory. If process ${pid} is no restage, remove ${join(directory, file)}`,
  );
}
