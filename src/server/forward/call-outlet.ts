import type { RawHeaders } from '../../exchange/forward-headers.js';
import type { Outlet, OutletEvents } from './outlet.js';

/** The way to a caller in this process, who gets a response as soon as its head is there. */
export function callOutlet(
  signal: AbortSignal | undefined,
  answer: (response: Response) => void,
  events: OutletEvents,
): Outlet {
  const gone = (): void => events.gone();
  signal?.addEventListener('abort', gone, { once: true });
  if (signal?.aborted) queueMicrotask(gone);
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const delivered = (): void => {
    signal?.removeEventListener('abort', gone);
    events.delivered();
  };
  return {
    whole(status, headers, body) {
      answer(responseOf(status, headers, body));
      delivered();
    },
    head(status, headers) {
      const body = new ReadableStream<Uint8Array>(
        { start: (controller) => void (stream = controller), pull: () => events.drained(), cancel: gone },
        new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
      );
      answer(responseOf(status, headers, body));
    },
    write(chunk) {
      stream?.enqueue(chunk);
      return (stream?.desiredSize ?? 1) > 0;
    },
    end() {
      stream?.close();
      delivered();
    },
    tear: () => stream?.error(new TypeError('terminated')),
  };
}

function responseOf(
  status: number,
  raw: RawHeaders,
  body: ReadableStream<Uint8Array> | Uint8Array | null,
): Response {
  const headers = new Headers();
  for (let i = 0; i + 1 < raw.length; i += 2) headers.append(raw[i] ?? '', raw[i + 1] ?? '');
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : (body as ReadableStream<Uint8Array> | null), { status, headers });
}
