import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemTime } from '../../src/edges/system-time.js';
import { start } from '../../src/start.js';

afterEach(() => vi.useRealTimers());

const day = 86_400_000;

test.each([
  ['a day back', -day],
  ['a day ahead', day],
  ['to 1970', -Date.now()],
])(
  'when the clock of the machine is set %s, that of a session goes on as if nothing had been',
  async (_, by) => {
    const running = await start({ port: 0, memory: true, scenario: 'default' });
    onTestFinished(() => running.close());
    const now = async (): Promise<number> => {
      const { clock } = (await (await fetch(`${running.control}/sessions/main`)).json()) as {
        clock: { now: string };
      };
      return Date.parse(clock.now);
    };
    const before = await now();
    const systemBefore = systemTime();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });

    const after = await now();

    expect(after - before).toBeGreaterThanOrEqual(0);
    expect(after - before).toBeLessThan(60_000);
    expect(systemTime()).toBeGreaterThanOrEqual(systemBefore);
    expect((await fetch(`${running.registry}`)).status).toBe(200);
  },
);
