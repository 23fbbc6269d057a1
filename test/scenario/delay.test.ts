import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/exchange/json.js';
import { waitOf } from '../../src/scenario/delay.js';
import { drawUnit } from '../../src/scenario/turn-taking.js';
import { stepOf } from './step-of.js';

/** The waits of a thousand requests under a step with this delay. */
function waits(delay: JsonObject): number[] {
  const step = stepOf({ on: 'platform.ping', fault: { delay } });
  return Array.from({ length: 1000 }, (_, attempt) => {
    const draw = { seed: 3, session: 'main', request: 'GET /api/v2/ping', attempt };
    return waitOf(step.fault!.delay!, (purpose) => drawUnit(step, draw, purpose)).ms;
  });
}

test('a fixed delay is real time', () => {
  const step = stepOf({ on: 'platform.ping', fault: { delay: '1.5s' } });

  expect(waitOf(step.fault!.delay!, () => 0)).toEqual({ clock: 'real', ms: 1500 });
});

test('a delay on the clock is session time', () => {
  const step = stepOf({ on: 'platform.ping', fault: { delay: { clock: '2s' } } });

  expect(waitOf(step.fault!.delay!, () => 0)).toEqual({ clock: 'session', ms: 2000 });
});

test('a range of delays is spread evenly and never left', () => {
  const found = waits({ from: '100ms', to: '300ms' });

  expect(Math.min(...found)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...found)).toBeLessThan(300);
  for (const from of [100, 150, 200, 250]) {
    const share = found.filter((ms) => ms >= from && ms < from + 50).length;
    expect(share).toBeGreaterThan(200);
    expect(share).toBeLessThan(300);
  }
});

test('half of the log-normal delays are longer than the median, and their logarithms spread as sigma says', () => {
  const found = waits({ median: '200ms', sigma: 0.5 });
  const logs = found.map((ms) => Math.log(ms / 200));
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + log * log, 0) / logs.length);

  const longer = found.filter((ms) => ms > 200).length;
  expect(longer).toBeGreaterThan(450);
  expect(longer).toBeLessThan(550);
  expect(deviation).toBeGreaterThan(0.45);
  expect(deviation).toBeLessThan(0.55);
});
