import { goodAnswer } from './capture.mjs';
import { hammer } from './load.mjs';

/** @typedef {import('./report.mjs').Table} Table */

/**
 * One sample under load: throughput, latency and memory. The first request has to be answered well.
 *
 * @param {{ seconds: number, warmup: number }} ctx
 * @param {import('./spawn-server.mjs').Server} server
 * @param {readonly import('./raw-request.mjs').Request[]} requests
 */
export async function throughput(ctx, server, requests) {
  const idle = server.rss();
  const get = requests.find(({ method }) => method === undefined);
  if (get) await goodAnswer(server.url, get.path);
  await warmUp(server.url, requests, ctx.warmup);
  const before = server.cpu();
  const { rps, p50, p99, bad, requests: sent } = await hammer(server.url, requests, { seconds: ctx.seconds });
  const cpu = ((server.cpu() - before) * 1000) / sent;
  return { rps, p50, p99, cpu, bad, idle, loaded: server.rss() };
}

/** Requests after which a server's code counts as compiled, and how often it is tried to get that far. */
const warm = { requests: 20_000, times: 5 };

/**
 * On a machine that is busy a second is not enough for a compiler, so requests count as well.
 *
 * @param {string} url
 * @param {readonly import('./raw-request.mjs').Request[]} requests
 * @param {number} seconds
 */
async function warmUp(url, requests, seconds) {
  let sent = 0;
  for (let times = 0; times < warm.times && sent < warm.requests; times++)
    sent += (await hammer(url, requests, { seconds })).requests;
}

/**
 * The table of such samples, each with its ratio to one of them.
 * @param {readonly import('./compare.mjs').Measured[]} measured
 * @param {string} to
 * @returns {Table}
 */
export function throughputTable(measured, to) {
  return {
    columns: [
      { name: 'server', of: ({ name }) => name },
      { name: 'req/s', of: (one) => one.of('rps'), digits: 0 },
      { name: 'min..max', of: (one) => spread(one.all('rps')) },
      { name: `ratio to ${to}`, of: (one, ratio) => ratio('rps', one.name, to), digits: 3 },
      { name: 'p50 ms', of: (one) => one.of('p50'), digits: 2 },
      { name: 'p99 ms', of: (one) => one.of('p99'), digits: 2 },
      { name: 'CPU us/req', of: (one) => one.of('cpu'), digits: 1 },
      { name: 'RSS idle MB', of: (one) => one.of('idle'), digits: 0 },
      { name: 'RSS loaded MB', of: (one) => one.of('loaded'), digits: 0 },
      { name: 'bad', of: (one) => one.of('bad'), digits: 0 },
    ],
    measured,
  };
}

/** @param {readonly number[]} values */
function spread(values) {
  return values.length === 0 ? '' : `${Math.round(Math.min(...values))}..${Math.round(Math.max(...values))}`;
}
