import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { WireResponse } from '../../exchange/response.js';
import type { Fault } from '../../modes/turn.js';
import type { SessionClock } from '../../session/clock.js';
import type { Incoming } from '../incoming.js';
import { toFetchResponse } from '../respond.js';
import { garble } from './garble.js';
import { brokenConnection, hangUntil, pacedStream } from './in-process.js';
import { close, goneSignal, hang, reset, writePaced } from './on-socket.js';
import { waitFor } from './wait.js';

/**
 * Gives an answer as a fault wants it given: after a wait, not at all, or spoiled on the way. What is left of the
 * answer once the fault had its say is handed to `send`.
 * @param bytes reads the body of the answer
 * @param stopping aborted when the server stops: nothing is waited for then, and what hangs is let go
 */
export async function performFault(
  fault: Fault,
  answer: WireResponse,
  incoming: Incoming,
  clock: SessionClock,
  bytes: () => Promise<Uint8Array>,
  send: (answer: WireResponse) => Response | Promise<Response>,
  stopping: AbortSignal,
): Promise<Response> {
  const { wire } = incoming;
  const gone = wire ? goneSignal(wire) : (incoming.signal ?? new AbortController().signal);
  if (fault.wait) await waitFor(fault.wait, clock, AbortSignal.any([gone, stopping]));
  if (fault.hang) {
    if (!wire) return hangUntil(AbortSignal.any([gone, stopping]));
    await hang(wire, stopping);
    return RESPONSE_ALREADY_SENT;
  }
  if (fault.reset || fault.close) {
    if (!wire) throw brokenConnection(fault.reset ? 'ECONNRESET' : 'UND_ERR_SOCKET');
    (fault.reset ? reset : close)(wire);
    return RESPONSE_ALREADY_SENT;
  }
  if (answer.body === null || incoming.method === 'HEAD') return send(answer);
  if (!fault.garble && fault.truncate === undefined && fault.drip === undefined) return send(answer);
  const body = fault.garble ? garble(await bytes()) : await bytes();
  if (fault.truncate === undefined && fault.drip === undefined) return send({ ...answer, body });
  if (!wire) {
    const headers = { ...answer.headers, 'content-length': String(body.length) };
    return new Response(pacedStream(body, fault), toFetchResponse({ ...answer, headers, body: null }, false));
  }
  await writePaced(wire, answer, body, fault, gone);
  return RESPONSE_ALREADY_SENT;
}
