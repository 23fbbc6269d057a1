import { expect } from 'vitest';
import { apiOfPath } from '../../src/api/route.js';
import type { Answer } from './send.js';

/** An answer must be whole, no failure of restage, and an error of restage's own in the shape of the API that was asked. */
export function judgeAnswer(
  { status = 0, headers, body, whole }: Answer,
  target: string,
  method: string,
): void {
  expect(status, body).not.toBe(500);
  expect(whole).toBe(true);
  expect(status).toBeGreaterThanOrEqual(200);
  if (status < 400 || method === 'HEAD') return;
  const path = target.replace(/^\/~[^/?#]*/, '').replace(/[?#].*$/s, '');
  const { errors } = JSON.parse(body) as { errors: unknown[] };
  expect(errors.length).toBeGreaterThan(0);
  if (apiOfPath(path) === 'platform') {
    expect(headers.get('content-type')).toBe('application/vnd.api+json; charset=utf-8');
    expect(errors[0]).toMatchObject({ status: String(status), title: expect.any(String) as string });
  } else {
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(errors).toEqual(errors.map(() => expect.any(String) as string));
  }
}
