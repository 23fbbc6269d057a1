import type { Json, JsonObject } from '../exchange/json.js';
import { RestageError } from '../exchange/restage-error.js';
import type { Running } from '../start.js';
import type { SessionWish, Stand, StandClock, Verified } from './stand.js';

const first = 'main';

/**
 * A session of a running server as a stand.
 * @param end what closing it does
 */
export async function openStand(running: Running, name: string, end: () => Promise<void>): Promise<Stand> {
  const held = await running.session(name);
  const prefix = name === first ? '' : `/~${name}`;
  const url = running.url + prefix;
  let closing: Promise<void> | undefined;

  const call = (method: string, path: string, body?: Json): Promise<Json> => {
    if (closing) return Promise.reject(closed(name));
    return running.call(method, `/sessions/${name}${path}`, body);
  };
  const move = async (body: JsonObject): Promise<Date> => {
    await call('POST', '/clock', body);
    return new Date(held.now());
  };
  const clock: StandClock = {
    now: () => new Date(held.now()),
    advance: (by) => move({ advance: typeof by === 'number' ? `${by}ms` : by }),
    set: (to) => move({ set: typeof to === 'string' ? to : to.toISOString() }),
  };
  const close = (): Promise<void> => {
    closing ??= (async () => {
      held.release();
      await end();
    })();
    return closing;
  };

  return {
    name,
    url,
    platform: `${url}/api/v2`,
    registry: `${url}/v1/modules/`,
    registryV2: `${url}/v2/modules/`,
    control: running.control,
    ca: running.ca,
    clock,
    get scenario() {
      return held.scenario;
    },
    get seed() {
      return held.seed;
    },
    async fetch(input, init) {
      if (closing) throw closed(name);
      const request = new Request(
        typeof input === 'string' ? absolute(input, running.url, prefix) : input,
        init,
      );
      const { headers } = request;
      if (!headers.has('restage-session')) headers.set('restage-session', name);
      if (!headers.has('authorization')) headers.set('authorization', `Bearer restage-${name}`);
      return running.fetch(request);
    },
    async session(other, wish = {}) {
      if (closing) throw closed(name);
      await makeSession(running, other, wish);
      return openStand(running, other, async () => {
        if (!closing) await running.call('DELETE', `/sessions/${other}`);
      });
    },
    journal: (after) => held.journal(after),
    report: () => held.report(),
    signal: (signal) => {
      const moved = held.signal(signal);
      if (moved > 0) return moved;
      throw new RestageError(
        'conflict',
        `no lifecycle in session ${name} waits for the signal "${signal}" now`,
      );
    },
    step: async (step) => ((await call('POST', '/steps', step)) as { step: string }).step,
    clearSteps: async () => void (await call('DELETE', '/steps')),
    verify: async (expected) =>
      (await call('POST', '/verify', expected as unknown as JsonObject)) as unknown as Verified,
    play: async (scenario) =>
      void (await call('PUT', '/scenario', typeof scenario === 'string' ? { name: scenario } : { scenario })),
    reset: async () => void (await call('POST', '/reset')),
    state: () => call('GET', '/state'),
    restore: async (state) => void (await call('PUT', '/state', state)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function makeSession(running: Running, name: string, wish: SessionWish): Promise<void> {
  const asked = Object.values(wish).some((value) => value !== undefined);
  try {
    await running.call('POST', '/sessions', { name, ...(wish as JsonObject) });
  } catch (error) {
    if (asked || !(error instanceof RestageError) || error.code !== 'conflict') throw error;
  }
}

/** A path counts from the session, unless it names one itself, or calls the control API, which has none. */
function absolute(input: string, origin: string, prefix: string): string {
  if (!input.startsWith('/')) return input;
  return origin + (input.startsWith('/~') || input.startsWith('/__restage') ? '' : prefix) + input;
}

function closed(name: string): RestageError {
  return new RestageError('closed', `the stand ${name} is closed; start another, or close it later`);
}
