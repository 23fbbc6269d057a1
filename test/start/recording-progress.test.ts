import { expect, test } from 'vitest';
import { tellingProgress } from '../../src/start/recording-progress.js';
import type { Recorder, Taking } from '../../src/session/recorder.js';

const mebibyte = new Uint8Array(1024 * 1024);

/** Takes one answer down and returns what was told, as `what: how far`. */
function told(take: (taking: Taking) => void): { told: string[]; ended: string[] } {
  const told: string[] = [];
  const ended: string[] = [];
  const recorder: Recorder = {
    begin: () => ({
      head: () => undefined,
      write: (chunk) => chunk.length > 1,
      keep: () => ended.push('kept'),
      drop: () => ended.push('dropped'),
    }),
    skip: () => undefined,
  };
  const telling = tellingProgress(recorder, (of, done) => told.push(`${of}: ${done ?? 'over'}`));
  const request = { method: 'GET', path: '/archive.tgz', query: 'token=made-up' };
  take(telling.begin(request as Parameters<Recorder['begin']>[0], undefined as never, () => undefined));
  return { told, ended };
}

test('of a large body it is told how many mebibytes have come, and when it is over', () => {
  const seen = told((taking) => {
    taking.write(mebibyte);
    taking.write(new Uint8Array(1000));
    taking.write(mebibyte);
    taking.keep();
  });

  expect(seen).toEqual({
    told: ['GET /archive.tgz: 1 MiB', 'GET /archive.tgz: 2 MiB', 'GET /archive.tgz: over'],
    ended: ['kept'],
  });
});

test('of a body that broke off it is told that it is over', () => {
  const seen = told((taking) => {
    taking.write(mebibyte);
    taking.drop();
  });

  expect(seen).toEqual({ told: ['GET /archive.tgz: 1 MiB', 'GET /archive.tgz: over'], ended: ['dropped'] });
});

test('of a small body nothing is told', () => {
  const seen = told((taking) => {
    taking.write(new Uint8Array(1000));
    taking.keep();
  });

  expect(seen).toEqual({ told: [], ended: ['kept'] });
});

test('whoever must wait before the next piece still has to', () => {
  told((taking) => {
    expect(taking.write(new Uint8Array(1))).toBe(false);
    expect(taking.write(mebibyte)).toBe(true);
  });
});
