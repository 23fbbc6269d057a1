import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { Spool, type Spooled } from '../../src/edges/spool.js';
import type { Upstream } from '../../src/session/upstream.js';
import { ask, get, open } from './ask-upstream.js';
import { serveHttp } from './awkward-server.js';
import { sha256 } from './fixture-text.js';

const MiB = 1024 * 1024;

/** Runs a script in a process of its own, so that only our memory is measured. Its first line of output is the result. */
async function inProcess(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['-e', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return line.trim();
}

/** Answers a GET with so many MiB as its path says, each with another byte, and a PUT with the digest of its body. Dawdles when it reads. */
const upstreamScript = `
  const { createHash } = require('node:crypto')
  const server = require('node:http').createServer(async (request, response) => {
    if (request.method === 'PUT') {
      const hash = createHash('sha256')
      request.once('data', () => { request.pause(); setTimeout(() => request.resume(), 600) })
      request.on('data', (chunk) => hash.update(chunk))
      await new Promise((resolve) => request.on('end', resolve))
      return response.end(hash.digest('hex'))
    }
    const size = Number(request.url.slice(1))
    response.writeHead(200, { 'content-length': size * ${MiB} })
    for (let i = 0; i < size; i++) {
      if (!response.write(Buffer.alloc(${MiB}, i))) await new Promise((resolve) => response.once('drain', resolve))
    }
    response.end()
  }).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`;

/** Fetches, or uploads so many MiB, and prints the digest of what it got. Dawdles when it reads. */
const clientScript = `
  const { createHash } = require('node:crypto')
  const [url, size] = process.argv.slice(1)
  const request = require('node:http').request(url, { method: size ? 'PUT' : 'GET' }, (response) => {
    const hash = createHash('sha256')
    response.once('data', () => { response.pause(); setTimeout(() => response.resume(), 600) })
    response.on('data', (chunk) => hash.update(chunk)).on('end', () => console.log(hash.digest('hex')))
  })
  const send = (i) => {
    while (i < Number(size ?? 0)) if (!request.write(Buffer.alloc(${MiB}, i++))) return request.once('drain', () => send(i))
    request.end()
  }
  send(0)`;

/** A proxy that hands each piece to the client and to a spool, and goes on when both have room. */
function proxy(upstream: Upstream, dir: string, kept: (body: Promise<Spooled>) => void): RequestListener {
  return (request, response) => {
    let waiting = 0;
    const goOn = (): void => void (--waiting === 0 && call.resume());
    const spool = new Spool({ dir, onDrain: goOn });
    response.on('drain', goOn);
    const body = request.method === 'PUT' ? (request as AsyncIterable<Uint8Array>) : undefined;
    const forward = get(request.url ?? '/', {
      method: request.method ?? 'GET',
      headers: request.rawHeaders,
      body,
    });
    const call = upstream.forward(forward, {
      head: ({ status, headers }) => response.writeHead(status, [...headers]),
      data: (chunk) => {
        if (!response.write(chunk)) waiting++;
        if (!spool.write(chunk)) waiting++;
        return waiting === 0;
      },
      end: () => {
        kept(spool.end());
        response.end();
      },
      fail: (error) => response.destroy(new Error(error.message)),
    });
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many bytes more are held at most during some work. What only waits to be collected does not count. */
async function peakGrowth<T>(work: () => Promise<T>): Promise<{ result: T; growth: number }> {
  const measure = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measure();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, measure())), 25);
  const result = await work();
  clearInterval(timer);
  return { result, growth: Math.max(peak, measure()) - before };
}

test('100 MB come through to the client and to disk at once, with little memory', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'restage-large-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const upstream = open(await inProcess(upstreamScript));
  let kept: Promise<Spooled> | undefined;
  const origin = await serveHttp(proxy(upstream, dir, (body) => void (kept = body)));
  await ask(upstream, get('/1'));

  const { result, growth } = await peakGrowth(() => inProcess(clientScript, `${origin}/100`));

  const body = await kept;
  expect(body?.size).toBe(100 * MiB);
  expect(sha256(readFileSync(body?.file ?? ''))).toBe(result);
  expect(growth).toBeLessThan(16 * MiB);
});

test('100 MB go up to the upstream, with little memory', async () => {
  const upstream = open(await inProcess(upstreamScript));
  const origin = await serveHttp(proxy(upstream, tmpdir(), () => undefined));
  await ask(upstream, get('/1'));

  const { result, growth } = await peakGrowth(() => inProcess(clientScript, `${origin}/x`, '100'));

  const sent = createHash('sha256');
  for (let i = 0; i < 100; i++) sent.update(Buffer.alloc(MiB, i));
  expect(result).toBe(createHash('sha256').update(sent.digest('hex')).digest('hex'));
  expect(growth).toBeLessThan(16 * MiB);
});
