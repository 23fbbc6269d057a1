import { onTestFinished } from 'vitest';
import { platformAddress } from '../../src/api/upstream-address.js';
import { openUpstream, type UpstreamOptions } from '../../src/edges/upstream.js';
import { headerRecord } from '../../src/exchange/forward-headers.js';
import type { Forward, Upstream, UpstreamError, UpstreamHead } from '../../src/session/upstream.js';

/** An upstream whose platform is this origin, closed after the test. */
export function open(platform: string, options: UpstreamOptions = {}): Upstream {
  const result = platformAddress(platform);
  if ('problem' in result) throw new Error(result.problem);
  return closing(openUpstream({ platform: result.address, ...options }));
}

export function closing(upstream: Upstream): Upstream {
  onTestFinished(() => upstream.close());
  return upstream;
}

/** All that a sink was told. */
export interface Told {
  readonly head?: UpstreamHead;
  readonly headers: ReturnType<typeof headerRecord>;
  readonly body: Buffer;
  readonly error?: UpstreamError;
}

/** A plain GET of our path, with changes. */
export function get(path: string, changes: Partial<Forward> = {}): Forward {
  return {
    to: { api: 'platform', path },
    method: 'GET',
    headers: [],
    authorization: undefined,
    body: undefined,
    conditional: 'pass',
    ...changes,
  };
}

/** Sends one request and collects what comes, to its end or failure. */
export function ask(upstream: Upstream, forward: Forward): Promise<Told> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let head: UpstreamHead | undefined;
    const told = (error?: UpstreamError): void =>
      resolve({
        ...(head && { head }),
        ...(error && { error }),
        headers: headerRecord(head?.headers ?? []),
        body: Buffer.concat(chunks),
      });
    upstream.forward(forward, {
      head: (given) => {
        if (head) throw new Error('a second head');
        head = given;
      },
      data: (chunk) => chunks.push(Uint8Array.from(chunk)) > 0,
      end: told,
      fail: told,
    });
  });
}
