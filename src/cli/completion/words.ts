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
  /** What follows: nothing, one of the values, or anything, of which some values are known. */
  readonly takes: 'nothing' | 'one-of' | 'anything';
  readonly values: readonly string[];
}

/**
 * The words of a command, from its definition.
 * @param scenarios the scenarios that can be named
 */
export function wordsOf(command: Command, scenarios: readonly string[]): CommandWords {
  return {
    name: command.name(),
    about: command.description(),
    options: command.options.map(({ long, flags, description, required, argChoices }) => ({
      name: long ?? flags,
      about: description,
      takes: !required ? 'nothing' : argChoices ? 'one-of' : 'anything',
      values: argChoices ?? (long === '--scenario' ? scenarios : []),
    })),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
}
