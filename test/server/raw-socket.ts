import { connect } from 'node:net';

/** What came back over a connection of its own. */
export interface RawAnswer {
  /** Everything, as Latin-1. */
  readonly text: string;
  /** Of the first answer; NaN when there was none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the other side closed the connection, rather than that we had waited long enough. */
  readonly closed: boolean;
}

/**
 * Sends bytes to a port of this machine and gathers what comes back until an answer is complete, the connection ends,
 * or `patience` milliseconds are over.
 */
export function sendRaw(port: number, bytes: string | Buffer, patience = 3000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed, ...readAnswer(text) });
    };
    const timer = setTimeout(() => done(false), patience);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isComplete(text)) done(false);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(true));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

function readAnswer(text: string): Pick<RawAnswer, 'status' | 'headers' | 'body'> {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = text.slice(0, end === -1 ? text.length : end).split('\r\n');
  const headers = lines.map((each) => /^([^:]+): ?(.*)$/.exec(each)?.slice(1) ?? []);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? NaN),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    body: end === -1 ? '' : Buffer.from(text.slice(end + 4), 'latin1').toString(),
  };
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end + 2))?.[1];
  return end !== -1 && length !== undefined && text.length >= end + 4 + Number(length);
}
