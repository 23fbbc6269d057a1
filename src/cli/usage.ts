import type { Command, CommanderError } from 'commander';
import { oneOf } from '../scenario/nearest.js';

/** Wrong usage in a person's words: what was found, what was expected (the nearest first), what to do next. */
export function explainUsage(error: CommanderError, program: Command, words: readonly string[]): string {
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const found = /'([^']*)'/.exec(message)?.[1] ?? '';
  const command = program.commands.find((one) => one.name() === words[0]) ?? program;
  const help = `see restage ${command === program ? '' : `${command.name()} `}--help`;
  switch (error.code) {
    case 'commander.unknownCommand':
      return `${message}, expected ${oneOf(namesOf(program), found)}; ${help}`;
    case 'commander.unknownOption':
      return `${message}, expected ${oneOf(optionsOf(command), found)}; ${help}`;
    case 'commander.help':
      return `a command is missing, expected one of ${namesOf(program).join(', ')}; ${help}`;
    case 'commander.invalidArgument':
      return `${withNearest(message)}; ${help}`;
    case 'commander.excessArguments':
      return `too much for ${command.name()}: found ${excess(command)}; ${help}`;
    default:
      return `${message}; ${help}`;
  }
}

/** Of a wrong value that had choices, the nearest first; else the message as it is. */
function withNearest(message: string): string {
  const [, before, found, choices] =
    /^(.*(?:value|argument) '([^']*)' is invalid.*)\. Allowed choices are (.*)\.$/s.exec(message) ?? [];
  if (before === undefined || found === undefined || choices === undefined) {
    return message.replace(/\. Expected /, ', expected ').replace(/\.$/, '');
  }
  return `${before}, expected ${oneOf(choices.split(', '), found)}`;
}

/** What stands where nothing more was expected. */
function excess({ args, registeredArguments }: Command): string {
  return args
    .slice(registeredArguments.length)
    .map((word) => JSON.stringify(word))
    .join(' ');
}

function namesOf(program: Command): string[] {
  return program.commands.map((command) => command.name());
}

function optionsOf(command: Command): string[] {
  return command.options.map((option) => option.long ?? option.flags);
}
