import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { percentile } from './statistics.mjs';
import { rawRequest } from './raw-request.mjs';

/** @typedef {import('./raw-request.mjs').Request} Request */

/**
 * Sends requests in turn over one connection, each when the one before it is answered, as bytes on a socket, so that
 * hardly anything of the client is measured along.
 *
 * @param {string} url
 * @param {readonly Request[]} requests taken in turn, over and over
 * @param {{ seconds: number } | { times: number }} until
 * @returns {Promise<{ p50: number, p99: number, requests: number, bad: number }>} times in ms; `bad` counts statuses from 400
 */
export async function oneByOne(url, requests, until) {
  const { hostname, port, host } = new URL(url);
  const bytes = requests.map((request) => Buffer.from(rawRequest(request, host)));
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  /** @type {number[]} */
  const times = [];
  let bad = 0;
  const end = 'seconds' in until ? performance.now() + until.seconds * 1000 : Infinity;
  const most = 'times' in until ? until.times : Infinity;
  while (performance.now() < end && times.length < most) {
    const before = performance.now();
    socket.write(bytes[times.length % bytes.length] ?? '');
    const status = await answer(socket);
    times.push(performance.now() - before);
    if (status >= 400) bad++;
  }
  socket.destroy();
  return { p50: percentile(times, 50), p99: percentile(times, 99), requests: times.length, bad };
}

/**
 * The status of the next answer, when all of it has come.
 * @param {import('node:net').Socket} socket
 * @returns {Promise<number>}
 */
function answer(socket) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer} */
    let seen = Buffer.alloc(0);
    const take = (/** @type {Buffer} */ chunk) => {
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      if (!isWhole(seen)) return;
      settle();
      resolve(Number(seen.toString('latin1', 9, 12)));
    };
    const broken = () => {
      settle();
      reject(new Error('the server closed the connection'));
    };
    const settle = () => socket.off('data', take).off('close', broken).off('error', broken);
    socket.on('data', take).on('close', broken).on('error', broken);
  });
}

/** @param {Buffer} bytes */
function isWhole(bytes) {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const text = bytes.toString('latin1', 0, head + 2);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length !== undefined) return bytes.length >= head + 4 + Number(length);
  if (/\r\ntransfer-encoding: *chunked/i.test(text))
    return bytes.subarray(-7).equals(Buffer.from('\r\n0\r\n\r\n'));
  return true;
}
