import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StartOptions } from '../start.js';

/** Options of every command that serves, as commander hands them over. */
export interface ServerFlags {
  readonly scenario?: string;
  readonly seed?: number;
  readonly port: number;
  readonly host: string;
  readonly state: string;
  readonly memory?: true;
  readonly allowHost?: string[];
  readonly readyFile?: string;
}

/** Adds the options of every command that serves. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--scenario <name|file>', 'story to play')
    .option('--port <n>', '0 picks a free one', wholeNumber(0, 65535), 4010)
    .option('--host <addr>', 'address to bind', '127.0.0.1')
    .option('--allow-host <name>', 'a name beside localhost by which clients may call (repeatable)', collect)
    .option('--state <dir>', 'where session state is kept', '.restage')
    .option('--memory', 'keep no state on disk')
    .option('--seed <n>', "overrides the scenario's seed", wholeNumber(0, 2 ** 32 - 1))
    .addOption(new Option('--ready-file <file>', 'written when listening, removed on exit'));
}

/** The part of the flags that starts a server. */
export function startOptions(flags: ServerFlags): StartOptions {
  const { scenario, seed, port, host, state, memory, allowHost } = flags;
  return {
    port,
    host,
    state,
    ...(scenario === undefined ? {} : { scenario }),
    ...(seed === undefined ? {} : { seed }),
    ...(memory === undefined ? {} : { memory }),
    ...(allowHost === undefined ? {} : { allowHosts: allowHost }),
  };
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
