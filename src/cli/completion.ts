import { Argument, type Command } from 'commander';
import { bashCompletion } from './completion/bash.js';
import { fishCompletion } from './completion/fish.js';
import { wordsOf } from './completion/words.js';
import { zshCompletion } from './completion/zsh.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `restage completion`: completes commands, options and the values that can be listed, for a shell. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
Examples:
  source <(restage completion bash)                                   in ~/.bashrc
  source <(restage completion zsh)                                    in ~/.zshrc
  restage completion fish > ~/.config/fish/completions/restage.fish`,
    )
    .action(async (shell: keyof typeof shells) => {
      const { listScenarios } = await import('../edges/scenario-files.js');
      const scenarios = (await listScenarios()).map(({ name }) => name);
      const words = program.commands.map((command) => wordsOf(command, scenarios));
      process.stdout.write(shells[shell](words));
    });
}
