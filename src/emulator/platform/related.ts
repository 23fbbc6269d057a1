import type { WireResponse } from '../../exchange/response.js';
import type { Call } from '../call.js';
import { addressed } from './addressed.js';
import { oneDocument } from './document.js';
import { emptyHeaders } from './headers.js';
import { besideRuns, includedBeside } from './include.js';

/** Says that the platform is there (extra): go-tfe asks before anything else and reads only the headers. */
export function ping(): WireResponse {
  return { status: 204, headers: emptyHeaders, body: null };
}

/** One run (extra), with what `include` asks for. */
export function showRun(call: Call): WireResponse {
  const run = addressed(call, 'runs', 'run_id');
  return oneDocument(call, run, includedBeside(call, [run], besideRuns));
}

/** One workspace (extra). */
export function showWorkspace(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'workspaces', 'workspace_id'));
}

/** One OAuth client (extra): the related link of a token leads to it. */
export function showOAuthClient(call: Call): WireResponse {
  return oneDocument(call, addressed(call, 'oauth-clients', 'oauth_client_id'));
}
