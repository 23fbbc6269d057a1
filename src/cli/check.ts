import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { RestageError } from '../exchange/restage-error.js';

/** `restage check`: every problem of the files named, one a line; exit 1 when there is one. A path that is not there is wrong usage. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description('validate scenarios and fixtures; exit 1 and file:line:column on a problem')
    .argument(
      '[path...]',
      'files, or directories to search (default: scenarios, fixtures and restage.yaml here)',
    )
    .addHelpText(
      'after',
      `
Examples:
  restage check
  restage check ./stories/outage.yaml
  restage check ./stories ./fixtures/modules`,
    )
    .action(async (paths: string[]) => {
      const missing = paths.filter((path) => !existsSync(path));
      if (missing.length > 0) {
        throw new RestageError(
          'bad-option',
          `there is nothing at ${missing.join(', ')} that could be checked`,
        );
      }
      const { filesToCheck } = await import('./check/files-to-check.js');
      const { checkFile, usualRules } = await import('./check/check-file.js');
      const files = await filesToCheck(paths);
      const rules = await usualRules();
      let problems = 0;
      for (const file of files) {
        for (const line of await checkFile(file, rules)) {
          process.stdout.write(`${line}\n`);
          problems++;
        }
      }
      if (problems > 0) process.exitCode = 1;
      const found = problems === 1 ? '1 problem' : `${problems === 0 ? 'no' : problems} problems`;
      process.stderr.write(`restage: ${files.length} checked, ${found}\n`);
    });
}
