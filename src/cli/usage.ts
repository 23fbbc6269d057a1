import type { Command, CommanderError } from 'commander';
import { nearestFirst } from '../scenario/nearest.js';

/** Wrong usage in a person's words: what was found, what is known (the nearest first), what to do next. */
export function explainUsage(error: CommanderError, program: Command): string {
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const quoted = /'([^']+)'/.exec(message)?.[1] ?? '';
  const command = commandMeant(program);
  const help = `see restage ${command === program ? '' : `${command.name()} `}--help`;
  switch (error.code) {
    case 'commander.unknownCommand':
      return `${message}; known: ${nearestFirst(quoted, namesOf(program)).join(', ')}`;
    case 'commander.unknownOption':
      return `${message}; known: ${nearestFirst(quoted, optionsOf(command)).join(', ')}`;
    case 'commander.help':
      return `a command is missing; known: ${namesOf(program).join(', ')}`;
    case 'commander.invalidArgument':
      return `${nameChoices(message)}; ${help}`;
    default:
      return `${message}; ${help}`;
  }
}

/** The choices that a wrong value had, the nearest first. */
function nameChoices(message: string): string {
  const [, before, found, choices] =
    /^(.*'([^']*)' is invalid\.) Allowed choices are (.*)\.$/s.exec(message) ?? [];
  if (before === undefined || found === undefined || choices === undefined) return message.replace(/\.$/, '');
  return `${before.slice(0, -1)}; known: ${nearestFirst(found, choices.split(', ')).join(', ')}`;
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
