import type { Command } from 'commander';
import { loadScenario } from '../edges/scenario-files.js';
import { formatProblem } from '../scenario/problem.js';

/** `restage check`: every problem of the files named, one a line; exit 1 when there is one. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description('validate scenarios and fixtures; exit 1 and file:line:column on a problem')
    .argument('[path...]', 'scenario files or fixture directories', ['scenarios'])
    .action(async (paths: string[]) => {
      let found = 0;
      for (const path of paths) {
        const loaded = await loadScenario(path, { cwd: process.cwd() });
        for (const problem of loaded.ok ? [] : loaded.problems) {
          process.stdout.write(`${formatProblem(problem)}\n`);
          found++;
        }
      }
      if (found > 0) process.exitCode = 1;
    });
}
