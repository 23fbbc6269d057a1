import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running, StartOptions } from '../../start.js';
import { keptText } from '../kept-text.js';
import { openLog } from '../log/log.js';
import { type ServerFlags, startOptions } from '../options.js';
import { writeReadyFile } from '../ready.js';
import { writeCertificateBundles } from './certificate-bundles.js';
import { runChild } from './child.js';
import { type MadeFiles, sessionEnvironment } from './environment.js';
import { holdSignals } from './held-signals.js';
import { ownTerraformConfig } from './own-terraform-config.js';
import { fellShort, reportText } from './report-text.js';
import { replacedHosts, terraformConfig } from './terraform-config.js';

/** Options of exec, as commander hands them over. */
export interface ExecFlags extends ServerFlags {
  readonly mode: NonNullable<StartOptions['mode']>;
  readonly strict?: true;
  readonly registryHost?: string[];
}

/** Starts a server, runs a command against it, stops and reports. Leaves nothing behind. Returns the exit status. */
export async function runExec([command = '', ...args]: readonly string[], flags: ExecFlags): Promise<number> {
  const { strict, registryHost = ['registry.restage.test'], ...serverFlags } = flags;
  const signals = holdSignals();
  const directory = mkdtempSync(join(tmpdir(), 'restage-exec-'));
  const cleanUp = [(): void => rmSync(directory, { recursive: true, force: true })];
  try {
    const log = await openLog(flags.log ?? 'silent');
    const { start } = await import('../../start.js');
    const running = await start({
      ...startOptions(serverFlags),
      state: flags.state ?? join(directory, 'state'),
      warn: log.warn,
      ...(log.request && { log: log.request }),
    });
    try {
      const early = signals.early();
      if (early !== undefined) return early;
      if (flags.readyFile !== undefined) cleanUp.push(writeReadyFile(flags.readyFile, running));
      const files = makeFiles(directory, running, registryHost, log.warn);
      const end = await runChild(command, args, sessionEnvironment(running, files, process.env), signals);
      if (end.why !== undefined) {
        process.stderr.write(`restage: ${end.why}\n`);
        return end.status;
      }
      const report = await running.report();
      process.stderr.write(reportText(report));
      await running.close();
      const kept = running.kept();
      if (kept) process.stderr.write(`restage: ${keptText(kept)}\n`);
      if (strict && end.status < 128 && fellShort(report)) return 3;
      return end.status === 0 && kept !== undefined && kept.problems.length > 0 ? 1 : end.status;
    } finally {
      await running.close();
    }
  } finally {
    cleanUp.forEach((clean) => clean());
    signals.release();
  }
}

function makeFiles(
  directory: string,
  { registry, ca }: Running,
  hosts: readonly string[],
  warn: (message: string) => void,
): MadeFiles {
  const own = ownTerraformConfig(process.env);
  for (const host of replacedHosts(own, hosts)) {
    warn(`the host block for ${host} in the CLI configuration of terraform is replaced for this run`);
  }
  const file = join(directory, 'terraform.tfrc');
  writeFileSync(file, terraformConfig(own, hosts, registry), { mode: 0o600 });
  if (ca === undefined) return { terraformConfig: file };
  return { terraformConfig: file, certificates: writeCertificateBundles(directory, ca, process.env) };
}
