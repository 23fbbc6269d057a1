import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../edges/temporary-directory.js';
import { running } from '../running.js';
import { faulty, stage, watch } from './faulty.js';

test('a reset is a RST before the first byte, and the journal knows', async () => {
  const { server, get } = await faulty({ reset: true });

  const { text, end } = await get();

  expect([text, end]).toEqual(['', 'ECONNRESET']);
  const journal = await server.get('/__restage/sessions/main/journal');
  expect(journal.at('entries.0')).toMatchObject({
    status: null,
    outcome: 'faulted',
    source: 'scripted',
    step: 'laid[0]',
  });
});

test('fetch sees a connection reset by its peer', async () => {
  const { server } = await faulty({ reset: true });

  const error = await fetch(server.url + stage).catch((failed: unknown) => failed as TypeError);

  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
});

test('a reset over TLS is one of the connection below', async () => {
  const server = await running({ listen: true, port: 0, tls: true, state: temporaryDirectory() });
  await server.call('POST', '/sessions/main/steps', { on: 'platform.ping', fault: { reset: true } });
  const port = Number(new URL(server.url).port);

  const socket = connect({ port, host: '127.0.0.1', ca: readFileSync(server.ca ?? '') });
  socket.write(
    `GET /api/v2/ping HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer anybody\r\n\r\n`,
  );

  expect(await watch(socket)).toMatchObject({ text: '', end: 'ECONNRESET' });
});

test('other connections stay as they are', async () => {
  const { get } = await faulty({ reset: true }, { times: 1 });

  const first = await get();
  const second = await get();

  expect([first.end, second.end, second.status]).toEqual(['ECONNRESET', 'open', 200]);
});
