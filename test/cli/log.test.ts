import { expect, test } from 'vitest';
import { requestLine } from '../../src/cli/log/request-line.js';
import { prettyLog } from '../../src/cli/log/pretty.js';

type Entry = Parameters<typeof requestLine>[1];

const shown: Entry = {
  seq: 1,
  at: '2026-03-02T09:00:00.000Z',
  method: 'GET',
  path: '/api/v2/task-stages/ts-1',
  operation: 'platform.task-stages.show',
  status: 200,
  source: 'emulated',
  outcome: 'answered',
  ms: 0.84,
};

/** A stream that remembers what was written to it. */
function streamOf(isTTY: boolean): { stream: NodeJS.WriteStream; written: () => string } {
  let written = '';
  const stream = { isTTY, write: (text: string) => ((written += text), true) };
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => written };
}

function written(isTTY: boolean, env: NodeJS.ProcessEnv = {}): string {
  const { stream, written } = streamOf(isTTY);
  prettyLog(stream, env).request?.('main', shown);
  return written();
}

test('a request is a line of method, status, source, time, operation and path', () => {
  expect(requestLine('main', shown, false)).toBe(
    'GET     200  emulated      0.8 ms  platform.task-stages.show  /api/v2/task-stages/ts-1',
  );
});

test('a request line names the session when it is not the main one, and the step that had a say', () => {
  expect(requestLine('b', { ...shown, source: 'scripted', status: 503, step: '2' }, false)).toBe(
    'GET     503  scripted      0.8 ms  platform.task-stages.show  /api/v2/task-stages/ts-1  session b  step 2',
  );
});

test('a request without an answer shows that and its fault', () => {
  const line = requestLine('main', { ...shown, status: null, outcome: 'faulted' }, false);

  expect(line).toMatch(/^GET +--- .* with a fault$/);
});

test('a refusal ends with its reason', () => {
  const { operation: _operation, ...rest } = shown;
  const refused: Entry = {
    ...rest,
    operation: null,
    status: 501,
    source: 'refused',
    outcome: 'refused',
    why: 'no such path',
  };

  expect(requestLine('main', refused, false)).toBe(
    'GET     501  refused       0.8 ms  /api/v2/task-stages/ts-1  no such path',
  );
});

test('what a client sends cannot move the cursor of a terminal', () => {
  const line = requestLine('main', { ...shown, path: '/\u001b[2J\u009b1A', why: 'a\nb\u202e' }, false);

  expect(line).toContain('/?[2J?1A');
  expect(line).toContain('a b?');
});

test('colour comes on a terminal only, and not when NO_COLOR is set', () => {
  expect(written(true)).toContain('\u001b[32m200\u001b[0m');
  expect(written(true, { NO_COLOR: '1' })).not.toContain('\u001b');
  expect(written(true, { NO_COLOR: '' })).toContain('\u001b');
  expect(written(false)).not.toContain('\u001b');
});
