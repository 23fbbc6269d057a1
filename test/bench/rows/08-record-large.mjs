import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { barePipe } from '../contestants/limits.mjs';
import { recordingPeers } from '../contestants/peers.mjs';
import { recording, upstream } from '../contestants/restage.mjs';
import { compare, ratio } from '../harness/compare.mjs';
import { answerOf } from '../harness/capture.mjs';
import { NotRunnable } from '../harness/not-runnable.mjs';
import { hashesOf } from '../work/kept.mjs';

export const name = 'Record: one body of 100 MiB';
export const goal =
  'byte for byte on disk; >= 0.6 of the MB/s of a bare proxy pipe; grows by <= 48 MB; first byte after <= 10 ms';

const size = 100 * 1024 * 1024;

/** @type {import('../main.mjs').Row['run']} */
export async function run(ctx) {
  const source = await upstream();
  try {
    const pipe = barePipe(source.url);
    const expected = (await download(source.url)).hash;
    let fixtures = '';
    /** @type {import('../harness/compare.mjs').Contestant} */
    const ours = {
      name: 'restage record',
      role: 'ours',
      start() {
        fixtures = mkdtempSync(join(ctx.dir, 'large-'));
        return recording(ctx, fixtures, source.url).start();
      },
    };
    let same = 1;
    const measured = await compare(
      ctx,
      [ours, pipe, ...recordingPeers(ctx, source.url)],
      async (server, { role }) => {
        await answerOf(server.url, '/served'); // what loads only for the first request is not the body's
        const idle = server.peak();
        const { hash, first, seconds } = await download(server.url);
        const grown = server.peak() - idle;
        if (hash !== expected) throw new NotRunnable('the body that came through is another');
        if (role === 'ours' && !(await keptWithin(fixtures, expected))) same = 0;
        return { rate: size / 1e6 / seconds, first, grown, total: seconds * 1000 };
      },
    );
    const [recorded] = measured;
    return {
      table: {
        columns: [
          { name: 'proxy', of: (one) => one.name },
          { name: 'MB/s', of: (one) => one.of('rate'), digits: 0 },
          { name: 'ratio to the pipe', of: (one, to) => to('rate', one.name, pipe.name), digits: 3 },
          { name: 'first byte ms', of: (one) => one.of('first'), digits: 1 },
          { name: 'total ms', of: (one) => one.of('total'), digits: 0 },
          { name: 'growth MB', of: (one) => one.of('grown'), digits: 0 },
        ],
        measured,
      },
      checks: [
        {
          what: 'byte for byte on disk (1 is yes)',
          found: recorded?.failed === undefined ? same : NaN,
          is: '>=',
          goal: 1,
        },
        {
          what: "of the pipe's MB/s",
          found: ratio(measured, 'rate', ours.name, pipe.name),
          is: '>=',
          goal: 0.6,
        },
        { what: 'growth MB', found: recorded?.of('grown') ?? NaN, is: '<=', goal: 48 },
        { what: 'first byte ms', found: recorded?.of('first') ?? NaN, is: '<=', goal: 10 },
      ],
    };
  } finally {
    await source.stop();
  }
}

/**
 * @param {string} url
 * @returns {Promise<{ hash: string, first: number, seconds: number }>}
 */
function download(url) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(`${url}/big`, { agent: false }, (response) => {
      /** @type {number | undefined} */
      let first;
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => {
        first ??= performance.now() - began;
        chunks.push(chunk);
      });
      response.on('end', () => {
        const seconds = (performance.now() - began) / 1000;
        const hash = createHash('sha256');
        for (const chunk of chunks) hash.update(chunk);
        resolve({ hash: hash.digest('hex'), first: first ?? NaN, seconds });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/**
 * Whether the body comes to lie below the directory within a few seconds.
 * @param {string} dir
 * @param {string} expected its hash
 */
async function keptWithin(dir, expected) {
  for (let tries = 0; tries < 50; tries++) {
    if (hashesOf(dir, size).includes(expected)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
