import { connect } from 'node:net';

/** What came back for bytes that were sent. */
export interface Answer {
  /** Undefined when the connection was closed without an answer. */
  readonly status: number | undefined;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the answer is as long as it says. */
  readonly whole: boolean;
}

/** Sends bytes over a connection of their own and reads the first answer. Rejects when there is an end to patience. */
export function send(port: number, bytes: Buffer, patience = 5000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`no end of an answer within ${patience} ms to ${JSON.stringify(bytes.toString('latin1'))}`),
      );
    }, patience);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(chunks), bytes.subarray(0, 5).toString() === 'HEAD '));
    });
    socket.end(bytes);
  });
}

function readAnswer(bytes: Buffer, toHead: boolean): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return { status: undefined, headers: new Map(), body: '', whole: bytes.length === 0 };
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return readAnswer(rest, toHead);
  const length = headers.get('content-length');
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, ...unchunked(rest) };
  const bare = toHead || status === 204 || status === 304;
  const body = length === undefined ? rest : rest.subarray(0, Number(length));
  return {
    status,
    headers,
    body: body.toString(),
    whole: bare ? rest.length === 0 : length === undefined || rest.length >= Number(length),
  };
}

function unchunked(bytes: Buffer): { body: string; whole: boolean } {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = end === -1 ? NaN : parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) return { body: Buffer.concat(pieces).toString(), whole: false };
    if (size === 0) return { body: Buffer.concat(pieces).toString(), whole: true };
    pieces.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
