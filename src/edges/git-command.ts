import { spawn } from 'node:child_process';

/** How a git command ended. */
export interface GitResult {
  /** Exit status; null when it could not start or was stopped. */
  readonly status: number | null;
  readonly stdout: string;
  /** The last 64 KiB of what it said. */
  readonly stderr: string;
  /** Code of the error that kept it from starting, such as `ENOENT`. */
  readonly failure?: string;
}

/** How git commands are run. */
export interface GitContext {
  readonly cwd: string;
  /** Protocols that git may use, itself and in its helpers. */
  readonly protocol: string;
  /** More settings, as `key=value`. */
  readonly config: readonly string[];
  /** Stops the command and all that it started. */
  readonly signal: AbortSignal;
  /** Hears each line of stderr as it comes. */
  readonly onLine?: (line: string) => void;
}

/** What would tie git to a repository around it: restage may be run from a hook (`git rev-parse --local-env-vars`). */
const local = new Set(
  (
    'GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_OBJECT_DIRECTORY GIT_DIR GIT_WORK_TREE ' +
    'GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE GIT_INDEX_FILE GIT_NO_REPLACE_OBJECTS GIT_REPLACE_REF_BASE GIT_PREFIX ' +
    'GIT_SHALLOW_FILE GIT_COMMON_DIR GIT_NAMESPACE'
  ).split(' '),
);

/** No hooks, no programs from a repository's surroundings, no redirects to other hosts, nothing that outlives the command. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'http.followRedirects=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
];

const kept = 64 * 1024;

/**
 * Runs git, without a shell and without ever asking the user for anything. The user's own configuration counts, as it
 * holds the credentials; a list of protocols and the settings above bind it.
 */
export function runGit(args: readonly string[], context: GitContext): Promise<GitResult> {
  return new Promise((resolve) => {
    const configured = [...settings, ...context.config].flatMap((setting) => ['-c', setting]);
    const child = spawn('git', [...configured, ...args], {
      cwd: context.cwd,
      env: environment(context.protocol),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    let line = '';
    const stop = (): void => stopGroup(child.pid);
    context.signal.addEventListener('abort', stop, { once: true });
    if (context.signal.aborted) stop();

    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout = (stdout + text).slice(-kept)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-kept);
      const lines = (line + text).split(/[\r\n]+/);
      line = (lines.pop() ?? '').slice(-kept);
      for (const each of lines) if (each.trim() !== '') context.onLine?.(each.trim());
    });
    const settle = (result: GitResult): void => {
      context.signal.removeEventListener('abort', stop);
      resolve(result);
    };
    child.on('error', (error: NodeJS.ErrnoException) =>
      settle({ status: null, stdout, stderr, failure: error.code ?? error.message }),
    );
    child.on('close', (status) => settle({ status, stdout, stderr }));
  });
}

function environment(protocol: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !local.has(name));
  return {
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_ALLOW_PROTOCOL: protocol,
    LC_ALL: 'C',
  };
}

/** git works through helpers (remote-https, ssh), which must go with it. */
function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
