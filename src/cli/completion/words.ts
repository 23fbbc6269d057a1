import type { Command } from 'commander';

/** What can stand after a command. */
export interface CommandWords {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionWords[];
  /** What can stand there without an option. */
  readonly values: readonly string[];
}

/** An option and what can follow it. */
export interface OptionWords {
  readonly name: string;
  readonly about: string;
  /** Undefined: takes nothing; empty: anything. */
  readonly values: readonly string[] | undefined;
}

/** The words of a command, from its definition. */
export function wordsOf(command: Command): CommandWords {
  return {
    name: command.name(),
    about: command.description(),
    options: command.options.map(({ long, flags, description, required, argChoices }) => ({
      name: long ?? flags,
      about: description,
      values: required ? (argChoices ?? []) : undefined,
    })),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
}
