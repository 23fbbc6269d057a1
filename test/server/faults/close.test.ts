import { expect, test } from 'vitest';
import { faulty, stage } from './faulty.js';

test('the connection is closed in good order without a byte', async () => {
  const { get } = await faulty({ close: true });

  const { text, end } = await get();

  expect([text, end]).toEqual(['', 'closed']);
});

test('fetch is told that the other side closed, with a socket and without one alike', async () => {
  const { server } = await faulty({ close: true });
  const codeOf = async (asked: Response | Promise<Response>): Promise<unknown> =>
    Promise.resolve(asked).then(
      () => 'answered',
      (error: Error) => (error.cause as { code: string }).code,
    );

  const overSocket = await codeOf(fetch(server.url + stage));
  const inProcess = await codeOf(Promise.resolve().then(() => server.fetch(new Request(server.url + stage))));

  expect([overSocket, inProcess]).toEqual(['UND_ERR_SOCKET', 'UND_ERR_SOCKET']);
});
