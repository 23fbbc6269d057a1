/**
 * Listens on a free port and says so.
 * @param {import('node:http').Server} server
 */
export function listen(server) {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address)
      process.stdout.write(`ready http://127.0.0.1:${address.port}\n`);
  });
}
