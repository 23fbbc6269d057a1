import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDirectory, type Ended } from './command.js';

/** Whether a real terraform is on the PATH; tests that need one say so and are skipped where there is none. */
export const hasTerraform = (() => {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A directory with a root module and a CLI configuration that sends a registry host to an address. */
export interface Workspace {
  readonly dir: string;
  terraform(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
}

/** Makes a root module in an empty directory. */
export function terraformWorkspace(main: string, host: string, modulesUrl: string): Workspace {
  const dir = emptyDirectory();
  const config = join(dir, 'cli.tfrc');
  mkdirSync(join(dir, 'home'));
  writeFileSync(join(dir, 'main.tf'), main);
  writeFileSync(config, `host "${host}" {\n  services = { "modules.v1" = "${modulesUrl}" }\n}\n`);
  return {
    dir,
    terraform: (args, env = {}) =>
      new Promise((done) => {
        execFile(
          'terraform',
          [...args],
          { cwd: dir, env: { ...process.env, TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: '1', ...env } },
          (error, stdout, stderr) =>
            done({
              status: error ? Number(error.code ?? 1) : 0,
              stdout: String(stdout),
              stderr: String(stderr),
            }),
        );
      }),
  };
}
