import { expect, test } from 'vitest';
import type { JournalEntry } from '../../src/index.js';
import { journalText, refusalsText } from '../../src/testing/journal-text.js';

const entry: JournalEntry = {
  seq: 1,
  at: '2026-03-02T09:00:00.000Z',
  method: 'GET',
  path: '/api/v2/ping',
  operation: 'platform.ping',
  status: 204,
  source: 'emulated',
  outcome: 'answered',
  ms: 1,
};
const refused: JournalEntry = {
  ...entry,
  path: '/v1/modules/search',
  query: 'q=x',
  status: 501,
  source: 'refused',
  outcome: 'refused',
  why: 'No recorded answer.\nNearest:\n  GET /v1/modules',
};

test('a line for each request says what answered; a reason of several lines stands farther in', () => {
  const reset: JournalEntry = { ...entry, status: null, source: 'scripted', step: 'steps[2]' };

  expect(journalText('a', [entry, reset, refused])).toBe(
    [
      'restage: session a saw 3 requests',
      '  GET /api/v2/ping -> 204 (emulated)',
      '  GET /api/v2/ping -> no answer (scripted, step steps[2])',
      '  GET /v1/modules/search?q=x -> 501 (refused) No recorded answer.',
      '    Nearest:',
      '      GET /v1/modules',
    ].join('\n'),
  );
});

test('only the last requests of a long journal are shown', () => {
  const lines = journalText('a', Array<JournalEntry>(60).fill(entry)).split('\n');

  expect(lines.slice(0, 2)).toEqual(['restage: session a saw 60 requests', '  … 10 before these']);
  expect(lines.length).toBe(52);
});

test('an empty journal and a single request read well', () => {
  expect(journalText('a', [])).toBe('restage: session a saw no requests');
  expect(journalText('a', [entry]).split('\n')[0]).toBe('restage: session a saw 1 request');
});

test('refusals say what was asked and why', () => {
  expect(refusalsText([refused])).toBe(
    [
      'restage had no answer for:',
      '  GET /v1/modules/search: No recorded answer.',
      '    Nearest:',
      '      GET /v1/modules',
    ].join('\n'),
  );
});
