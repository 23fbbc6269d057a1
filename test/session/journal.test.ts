import { expect, test } from 'vitest';
import type { WireRequest } from '../../src/exchange/request.js';
import { Journal, journalSize, type Written } from '../../src/session/journal.js';
import { journalEntry } from '../../src/session/journal-entry.js';
import { keepJournal, recallJournal } from '../../src/session/journal-keeping.js';

const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  path: '/api/v2/ping',
  query: '',
  headers: {},
  body: undefined,
  client: '',
  base: { origin: '', prefix: '', home: '' },
  ...more,
});
const entry = (more: Partial<Written> = {}): Omit<Written, 'seq'> => ({
  at: 0,
  request: request(),
  operation: 'platform.ping',
  status: 204,
  source: 'emulated',
  outcome: 'answered',
  ms: 1,
  ...more,
});

test('the oldest go when there are too many, and numbers go on', () => {
  const journal = new Journal();
  for (let n = 0; n < journalSize + 5; n++) journal.write(entry());

  const kept = journal.after().map(({ seq }) => seq);

  expect([kept.length, kept[0], kept.at(-1), journal.next]).toEqual([
    journalSize,
    6,
    journalSize + 5,
    journalSize + 6,
  ]);
  expect(journal.after(journalSize + 3).map(({ seq }) => seq)).toEqual([journalSize + 4, journalSize + 5]);
});

test('a large body is not kept', () => {
  const journal = new Journal();

  const small = journal.write(entry({ request: request({ body: new Uint8Array(10) }) }));
  const large = journal.write(entry({ request: request({ body: new Uint8Array(20_000) }) }));

  expect([small.request.body?.length, large.request.body]).toEqual([10, undefined]);
});

test('requests in a row with the same headers share them, so that a journal is small; others have their own', () => {
  const journal = new Journal();
  const bring = (headers: WireRequest['headers']): unknown =>
    journal.write(entry({ request: request({ headers }) })).request.headers;

  const [first, same] = [bring({ host: 'a', accept: 'x' }), bring({ host: 'a', accept: 'x' })];
  const others = [
    { host: 'a' },
    { host: 'a', accept: 'y' },
    { host: 'a', accept: 'y', te: 'z' },
    { host: 'a' },
  ];

  expect(same).toBe(first);
  for (const headers of others) expect(bring(headers)).toEqual(headers);
});

test('whoever listens hears of every entry, of a new beginning and of the end, until they leave', () => {
  const journal = new Journal();
  let heard = 0;
  const leave = journal.onChange(() => heard++);

  journal.write(entry());
  journal.clear();
  journal.end();
  leave();
  journal.write(entry());

  expect([heard, journal.ended]).toEqual([3, true]);
});

test('an entry as it is shown has no headers, no bodies, and no secrets in its query', () => {
  const secret = request({
    query: 'a=1&Token=x&b%5Bpassword%5D=y&api_key=z&tokens=shown',
    headers: { authorization: 'Bearer x' },
    body: new TextEncoder().encode('x'),
  });

  const shown = journalEntry(new Journal().write(entry({ request: secret, ms: 1.23456 })));

  expect(shown).toEqual({
    seq: 1,
    at: '1970-01-01T00:00:00.000Z',
    method: 'GET',
    path: '/api/v2/ping',
    query: 'a=1&Token=REDACTED&b%5Bpassword%5D=REDACTED&api_key=REDACTED&tokens=shown',
    operation: 'platform.ping',
    status: 204,
    source: 'emulated',
    outcome: 'answered',
    ms: 1.235,
  });
});

test('a journal that was kept is recalled under the same numbers', () => {
  const journal = new Journal();
  for (const path of ['/a', '/b', '/c']) journal.write(entry({ request: request({ path }), note: { path } }));

  const again = new Journal();
  recallJournal(again, keepJournal(journal));

  expect(again.after().map(journalEntry)).toEqual(journal.after().map(journalEntry));
  expect(again.next).toBe(4);
});

test.each([undefined, null, 'x', [1, {}, { seq: 'x' }]])('what is no journal is not recalled: %j', (kept) => {
  const journal = new Journal();

  recallJournal(journal, kept);

  expect(journal.after()).toEqual([]);
});
