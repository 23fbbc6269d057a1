// The least that Hono can do: node hono.mjs ANSWERS.json
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const answers = new Map(Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))));
const [only] = answers.size === 1 ? answers.values() : [];

const app = new Hono();
app.all('*', (context) => {
  const { status, headers, body } = only ??
    answers.get(context.req.path) ?? { status: 404, headers: {}, body: '' };
  return new Response(body, { status, headers });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`ready http://127.0.0.1:${port}\n`);
});
