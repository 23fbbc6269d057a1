import type { WireResponse } from '../../exchange/response.js';
import type { Fault } from '../../modes/turn.js';
import type { SessionClock } from '../../session/clock.js';
import { close } from './close.js';
import { delay } from './delay.js';
import { drip } from './drip.js';
import { garble } from './garble.js';
import { hang } from './hang.js';
import type { Line } from './line.js';
import { reset } from './reset.js';
import { truncate } from './truncate.js';

/** What a fault works with. */
export interface FaultSetup {
  readonly line: Line;
  /** The session's. */
  readonly clock: SessionClock;
  /** Whether the client wants no body. */
  readonly head: boolean;
  /** Reads the body of the answer. */
  readonly bytes: () => Promise<Uint8Array>;
  /** Sends what is left of the answer once the fault had its say. */
  readonly send: (answer: WireResponse) => Response | Promise<Response>;
}

/** Gives an answer as a fault wants it given: after a wait, not at all, or spoiled on the way. */
export async function performFault(
  fault: Fault,
  answer: WireResponse,
  { line, clock, head, bytes, send }: FaultSetup,
): Promise<Response> {
  if (fault.wait) await delay(fault.wait, clock, line.over);
  if (line.gone) return line.leave();
  if (fault.hang) return hang(line);
  if (fault.reset) return reset(line);
  if (fault.close) return close(line);
  const paced = fault.truncate !== undefined || fault.drip !== undefined;
  if (answer.body === null || head || (!paced && !fault.garble)) {
    line.release();
    return send(answer);
  }
  const whole = fault.garble ? garble(await bytes()) : await bytes();
  if (paced) return line.send(answer, whole.length, drip(truncate(whole, fault.truncate), fault.drip));
  line.release();
  return send({ ...answer, body: whole });
}
