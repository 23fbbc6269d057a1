import type { Command, CommanderError } from 'commander';
import { nearestFirst } from '../scenario/nearest.js';

/** Wrong usage in a person's words: what was found, what is known (the nearest first), what to do next. */
export function explainUsage(error: CommanderError, program: Command): string {
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const quoted = /'([^']+)'/.exec(message)?.[1] ?? '';
  const command = commandMeant(program);
  switch (error.code) {
    case 'commander.unknownCommand':
      return `${message}; known: ${nearestFirst(quoted, namesOf(program)).join(', ')}`;
    case 'commander.unknownOption':
      return `${message}; known: ${nearestFirst(quoted, optionsOf(command)).join(', ')}`;
    case 'commander.help':
      return `a command is missing; known: ${namesOf(program).join(', ')}`;
    default:
      return `${message}; see restage ${command === program ? '' : `${command.name()} `}--help`;
  }
}

function commandMeant(program: Command): Command {
  return program.commands.find((command) => command.name() === process.argv[2]) ?? program;
}

function namesOf(program: Command): string[] {
  return program.commands.map((command) => command.name());
}

function optionsOf(command: Command): string[] {
  return command.options.map((option) => option.long ?? option.flags);
}
