import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendTogether } from '../../src/server/send-together.js';

test('answers of one turn of the event loop go out in its end, in their order, and each once', async () => {
  const sent: string[] = [];
  const to = (name: string): ServerResponse =>
    ({ end: (body?: string) => sent.push(`${name} ${body ?? 'nothing'}`) }) as unknown as ServerResponse;

  sendTogether(to('a'), 'first');
  sendTogether(to('b'), undefined);
  const before = [...sent];
  await nextTurn();
  sendTogether(to('c'), 'third');
  await nextTurn();

  expect(before).toEqual([]);
  expect(sent).toEqual(['a first', 'b nothing', 'c third']);
});
