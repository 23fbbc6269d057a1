import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StartOptions } from '../start.js';

/** Options of the commands that serve, as commander hands them over; each command has those it needs. */
export interface ServerFlags extends Pick<
  StartOptions,
  | 'scenario'
  | 'seed'
  | 'fixtures'
  | 'platform'
  | 'registry'
  | 'keep'
  | 'end'
  | 'derive'
  | 'explain'
  | 'tls'
  | 'state'
  | 'memory'
  | 'redact'
> {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: string[];
  readonly readyFile?: string;
  readonly log?: LogKind;
  readonly config?: string;
}

export const logKinds = ['pretty', 'json', 'silent'] as const;
export type LogKind = (typeof logKinds)[number];

/** Options that say what to play. */
export function addScenarioOptions(command: Command, what: string): Command {
  return command
    .option('--scenario <name|file>', what)
    .option('--seed <n>', "overrides the scenario's seed", wholeNumber(0, 2 ** 32 - 1));
}

/** Options that say where recordings lie. */
export function addFixtureOptions(command: Command): Command {
  return command.option('--fixtures <dir>', 'where recordings live (default: "./fixtures")');
}

/** Options that say which backend is asked. */
export function addUpstreamOptions(command: Command): Command {
  return command
    .option('--platform <url>', 'upstream platform: an origin or its API root ending in /api/v2')
    .option('--registry <url>', 'upstream registry: its origin; the modules base is found by discovery');
}

/** Options of recording. */
export function addRecordOptions(command: Command): Command {
  const keep = new Option(
    '--keep <what>',
    'keep everything, or answer what is recorded and keep only what is new',
  );
  return command.addOption(keep.choices(['new', 'all']).default('all'));
}

/** Options of replaying. */
export function addReplayOptions(command: Command): Command {
  const end = new Option('--end <how>', 'what follows the last recorded answer of a sequence');
  return command
    .addOption(end.choices(['hold', 'loop', 'refuse']).default('hold'))
    .option('--derive', 'answer what was never recorded from the resources seen in the recordings');
}

/** Options of every command that serves, with the defaults that it has of its own. */
export function addServerOptions(
  command: Command,
  { port, log = 'pretty on a terminal, else json' }: { readonly port: number; readonly log?: string },
): Command {
  const logKind = new Option('--log <kind>', `request log on stderr (default: ${log})`).choices(logKinds);
  return command
    .option('--explain', 'add the header Restage-Source to every answer')
    .option('--port <n>', '0 picks a free one', wholeNumber(0, 65535), port)
    .option('--host <addr>', 'address to bind', '127.0.0.1')
    .option('--allow-host <name>', 'a name beside localhost by which clients may call (repeatable)', collect)
    .option('--tls', 'serve https with a certificate from a local CA kept in the state directory')
    .option('--state <dir>', 'where session state is kept (default: ".restage")')
    .option('--memory', 'keep no session state on disk')
    .option('--ready-file <file>', 'written when listening, removed on exit')
    .addOption(logKind)
    .option('--config <file>', 'options as YAML; flags win (default: restage.yaml if present)');
}

/** The part of the flags that starts a server. */
export function startOptions(flags: ServerFlags): StartOptions {
  const { allowHost, readyFile: _readyFile, log: _log, config: _config, ...options } = flags;
  return { ...options, ...(allowHost === undefined ? {} : { allowHosts: allowHost }) };
}

/** Reads a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
