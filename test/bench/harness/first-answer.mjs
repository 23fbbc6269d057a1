/**
 * Starts a contestant, asks it something, and ends it.
 * @template T
 * @param {import('./compare.mjs').Contestant} contestant
 * @param {(url: string) => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function firstAnswer(contestant, ask) {
  const server = await contestant.start();
  try {
    return await ask(server.url);
  } finally {
    await server.stop();
  }
}
