import { readUrl, type UpstreamAddress, registryAddress } from '../api/upstream-address.js';
import { headerRecord, type RawHeaders } from '../exchange/forward-headers.js';
import { isJsonObject, parseJson } from '../exchange/json.js';
import type { Located, UpstreamCall, UpstreamError, UpstreamSink } from '../session/upstream.js';
import { decodeBody } from './body-coding.js';
import { upstreamError } from './upstream-error.js';

/** Sends one GET with these headers. */
export type Get = (url: URL, headers: RawHeaders, sink: UpstreamSink) => UpstreamCall;

/** As in the clients of the protocol: three redirects, 1 MiB, 11 seconds. */
const limits = { redirects: 3, bytes: 1024 * 1024, milliseconds: 11_000 };

interface Page {
  readonly status: number;
  readonly headers: ReturnType<typeof headerRecord>;
  readonly body: Uint8Array;
}

/**
 * Finds a registry's address by its discovery document (registry API §1). A base given with a path is taken as the
 * modules base itself. Redirects are followed within the registry's own origin only, and without credentials. Without a document
 * (404) the modules are taken to lie at `/v1/modules/` (assumed: as on the public registry).
 */
export async function discoverRegistry(registry: URL, get: Get): Promise<Located> {
  if (registry.pathname !== '/') return { address: registryAddress(registry, registry) };
  let url = new URL('/.well-known/terraform.json', registry);
  for (let followed = 0; followed <= limits.redirects; followed++) {
    const page = await read(url, get);
    if ('code' in page) return { error: page };
    const location = page.status >= 300 && page.status < 400 ? page.headers['location'] : undefined;
    if (typeof location !== 'string') return located(registry, url, page);
    if (!URL.canParse(location, url.href))
      return useless(registry, `redirects to "${location}", which is no URL`);
    url = new URL(location, url);
    if (url.origin !== registry.origin) {
      return useless(
        registry,
        `redirects to ${url.origin}; if that is the registry, name it with --registry`,
      );
    }
  }
  return useless(registry, `redirects more than ${limits.redirects} times`);
}

function located(registry: URL, from: URL, page: Page): Located {
  const address = (base: URL): { address: UpstreamAddress } => ({ address: registryAddress(registry, base) });
  if (page.status === 404) return address(new URL('/v1/modules/', registry));
  if (page.status !== 200) return useless(registry, `is answered with ${page.status}`);
  const decoded = decodeBody(page.body, String(page.headers['content-encoding'] ?? ''), limits.bytes);
  const document = 'bytes' in decoded ? parseJson(new TextDecoder().decode(decoded.bytes)) : undefined;
  if (!isJsonObject(document)) return useless(registry, 'is not a JSON object');
  const base = document['modules.v1'];
  if (typeof base !== 'string') return useless(registry, 'declares no modules service ("modules.v1")');
  const url = URL.canParse(base, from.href) ? readUrl(new URL(base, from).href) : `"${base}" is not a URL`;
  return typeof url === 'string'
    ? useless(registry, `declares a modules base that is of no use: ${url}`)
    : address(url);
}

function useless(registry: URL, what: string): { error: UpstreamError } {
  const next = 'Check --registry, or give it the modules base itself, such as https://host/v1/modules/.';
  return {
    error: upstreamError(
      'discovery',
      registry.origin,
      `The discovery document of ${registry.origin} (/.well-known/terraform.json) ${what}. ${next}`,
    ),
  };
}

/** Reads a small page whole. */
function read(url: URL, get: Get): Promise<Page | UpstreamError> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let status = 0;
    let headers: RawHeaders = [];
    const giveUp = (error: UpstreamError): void => {
      call.abort();
      settle(error);
    };
    const call = get(url, ['accept', 'application/json'], {
      head: (head) => ({ status, headers } = head),
      data: (chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > limits.bytes) giveUp(useless(url, `is larger than ${limits.bytes} bytes`).error);
        return true;
      },
      end: () => settle({ status, headers: headerRecord(headers), body: Buffer.concat(chunks) }),
      fail: (error) => settle(error),
    });
    const timer = setTimeout(() => {
      const seconds = limits.milliseconds / 1000;
      giveUp(
        upstreamError(
          'head-timeout',
          url.origin,
          `${url.origin} did not answer discovery within ${seconds} s. Try again.`,
        ),
      );
    }, limits.milliseconds);
    const settle = (result: Page | UpstreamError): void => {
      clearTimeout(timer);
      resolve(result);
    };
  });
}
