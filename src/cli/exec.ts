import { type Command, Option } from 'commander';
import type { ExecFlags } from './exec/run.js';
import {
  addFixtureOptions,
  addRecordOptions,
  addReplayOptions,
  addScenarioOptions,
  addServerOptions,
  addUpstreamOptions,
  collect,
} from './options.js';

/** `restage exec -- CMD ARGS...`: start, run a command against it, stop, report; its exit status is the command's. */
export function execCommand(program: Command): void {
  const mode = new Option('--mode <mode>', 'which mode to run in');
  const command = program
    .command('exec')
    .description('run a command against a server of its own; the exit status is the command’s')
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .addOption(mode.choices(['serve', 'record', 'replay', 'passthrough']).default('serve'))
    .option('--strict', 'a refusal, an unused fixture or an unused step makes the exit status 3')
    .option('--registry-host <name>', 'a host that terraform is sent here for (repeatable)', collect);
  addScenarioOptions(command, 'story to play, or to lay over (default: "default" in mode serve, else none)');
  addFixtureOptions(command);
  addUpstreamOptions(command);
  addRecordOptions(command);
  addReplayOptions(command);
  addServerOptions(command, { port: 0, log: 'silent' })
    .addHelpText(
      'after',
      `
The command finds RESTAGE_URL, RESTAGE_SESSION, RESTAGE_CONTROL, TFE_ADDRESS, TFE_TOKEN (unless it is set) and
TF_CLI_CONFIG_FILE in its environment; with --tls also SSL_CERT_FILE and NODE_EXTRA_CA_CERTS. Without --state the
state lies in a temporary directory that goes with the server.

Examples:
  restage exec -- npm test
  restage exec --scenario awaiting-override --strict -- go test ./...
  restage exec --registry-host registry.example.com -- terraform init
  restage exec --mode record --registry https://registry.example.com -- terraform init
  restage exec --mode replay --strict -- terraform init`,
    )
    .action(async (words: string[], flags: ExecFlags) => {
      const { runExec } = await import('./exec/run.js');
      process.exitCode = await runExec(words, flags);
    });
}
