import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came, nothing decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False when the connection broke off in the middle. */
  readonly complete: boolean;
}

/** What to ask. */
export interface RawAsk {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Asks without following, decoding or repairing anything. */
export function rawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: RawAsk = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const done = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          complete: response.complete,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', done).on('end', done);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
