import type { Running } from '../../start.js';

/** Files that were made for the command. */
export interface MadeFiles {
  readonly terraformConfig: string;
  /** With TLS: certificates of the system's authorities and of ours, and those that Node shall add to its own. */
  readonly certificates?: { readonly all: string; readonly extra: string };
}

/** The session that a command run by exec uses when it names none. */
export const execSession = 'main';

/** What a command run by exec finds in its environment, over what is there already. */
export function sessionEnvironment(
  { url, control, token }: Running,
  { terraformConfig, certificates }: MadeFiles,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...env,
    RESTAGE_URL: url,
    RESTAGE_SESSION: execSession,
    RESTAGE_CONTROL: control,
    ...(token === undefined ? {} : { RESTAGE_CONTROL_TOKEN: token }),
    TFE_ADDRESS: url,
    TFE_TOKEN: env['TFE_TOKEN'] ?? `restage-${execSession}`,
    TF_CLI_CONFIG_FILE: terraformConfig,
    ...(certificates && { SSL_CERT_FILE: certificates.all, NODE_EXTRA_CA_CERTS: certificates.extra }),
  };
}
