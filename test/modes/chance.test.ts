import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, running } from '../server/running.js';

/** 24 different requests, five times each: more than one attempt of each is lost. */
const requests = Array.from({ length: 120 }, (_, n) => `/v1/modules?offset=${n % 24}`);

/** Asks for everything with so many requests under way at a time. */
async function askAll(
  ask: (path: string) => Promise<unknown>,
  paths: readonly string[],
  width: number,
): Promise<void> {
  const left = [...paths];
  const worker = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await ask(path).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Which attempts of which requests failed, by the journal; the session is begun anew for the next time. */
async function lostIn(server: Asked): Promise<string[]> {
  const journal = await server.get('/__restage/sessions/main/journal');
  const entries = journal.at('entries') as { query: string; status: number | null }[];
  const attempts = new Map<string, number>();
  const lost: string[] = [];
  for (const { query, status } of entries) {
    const attempt = (attempts.get(query) ?? 0) + 1;
    attempts.set(query, attempt);
    if (status !== 200) lost.push(`${query} ${attempt} ${String(status)}`);
  }
  await server.call('POST', '/sessions/main/reset', {});
  return lost.sort();
}

test('the same attempts of the same requests fail at any concurrency and in any order', async () => {
  const server = await running({ scenario: 'flaky' });
  await askAll((path) => server.get(path), requests, 1);
  const reference = await lostIn(server);

  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(requests, { minLength: requests.length }),
      fc.constantFrom(1, 2, 32),
      async (paths, width) => {
        await askAll((path) => server.get(path), paths, width);
        expect(await lostIn(server)).toEqual(reference);
      },
    ),
    { numRuns: 12 },
  );
  expect(reference.length).toBeGreaterThan(8);
  expect(reference.length).toBeLessThan(60);
});

test('32 clients over sockets lose what one client loses', async () => {
  const server = await running({ scenario: 'flaky', listen: true, port: 0 });
  const ask = async (path: string): Promise<string> => (await fetch(server.url + path)).text();

  await askAll(ask, requests, 1);
  const one = await lostIn(server);
  await askAll(ask, requests, 32);
  const many = await lostIn(server);

  expect(many).toEqual(one);
});

test('another seed loses others, and so does another session', async () => {
  const server = await running({ scenario: 'flaky' });
  await server.call('POST', '/sessions', { name: 'other' });
  const [first, seeded] = [server, await running({ scenario: 'flaky', seed: 5 })];
  const fates = async (from: Asked, prefix = ''): Promise<(number | string)[]> => {
    const all: (number | string)[] = [];
    await askAll(
      async (path) => {
        all.push(
          await from.get(prefix + path).then(
            ({ status }) => status,
            () => 'lost',
          ),
        );
      },
      requests,
      1,
    );
    return all;
  };

  const main = await fates(first);

  expect(await fates(first, '/~other')).not.toEqual(main);
  expect(await fates(seeded)).not.toEqual(main);
});
