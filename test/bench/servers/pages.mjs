// Cuts a page out of a list and serialises it, each time: node pages.mjs RESOURCES.json
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from './listen.mjs';

/** @type {object[]} */
const resources = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

listen(
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const number = Number(searchParams.get('page[number]') ?? 1);
    const size = Number(searchParams.get('page[size]') ?? 20);
    const pages = Math.ceil(resources.length / size);
    const link = (/** @type {number} */ page) =>
      `${pathname}?page%5Bnumber%5D=${page}&page%5Bsize%5D=${size}`;
    const body = JSON.stringify({
      data: resources.slice((number - 1) * size, number * size),
      links: {
        self: link(number),
        first: link(1),
        prev: number > 1 ? link(number - 1) : null,
        next: number < pages ? link(number + 1) : null,
        last: link(pages),
      },
      meta: {
        pagination: {
          'current-page': number,
          'page-size': size,
          'prev-page': number > 1 ? number - 1 : null,
          'next-page': number < pages ? number + 1 : null,
          'total-pages': pages,
          'total-count': resources.length,
        },
      },
    });
    response.writeHead(200, {
      'content-type': 'application/vnd.api+json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  }),
);
