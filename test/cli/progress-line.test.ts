import { expect, test } from 'vitest';
import { prettyLog } from '../../src/cli/log/pretty.js';

/** What a terminal of some columns shows after all that was written to it, as far as carriage returns and wiping go. */
function terminal(columns: number, isTTY = true) {
  let screen = '';
  const write = (text: string): boolean => {
    screen += text;
    for (;;) {
      const at = screen.indexOf('\r\u001b[K');
      if (at < 0) return true;
      screen = screen.slice(0, screen.lastIndexOf('\n', at) + 1) + screen.slice(at + 4);
    }
  };
  return { stream: { isTTY, columns, write } as unknown as NodeJS.WriteStream, screen: () => screen };
}

test('how far something has come is the last line of a terminal, under what is said meanwhile', () => {
  const { stream, screen } = terminal(80);
  const log = prettyLog(stream);

  log.progress?.('https://git.example.test/a.git', 'Receiving objects:  10%');
  log.progress?.('https://git.example.test/a.git', 'Receiving objects:  20%');
  log.warn('something else');

  expect(screen()).toBe('restage: something else\nhttps://git.example.test/a.git: Receiving objects:  20%');
});

test('what is over goes from the terminal, and what still runs is shown again', () => {
  const { stream, screen } = terminal(80);
  const log = prettyLog(stream);

  log.progress?.('GET /first.tgz', '1 MiB');
  log.progress?.('GET /second.tgz', '1 MiB');
  log.progress?.('GET /second.tgz', undefined);
  const between = screen();
  log.progress?.('GET /first.tgz', undefined);

  expect([between, screen()]).toEqual(['GET /first.tgz: 1 MiB', '']);
});

test('a line of progress never wraps and holds nothing that moves the cursor', () => {
  const { stream, screen } = terminal(20);

  prettyLog(stream).progress?.('GET /a\u001b[2J/archive-of-a-long-name.tgz', '1 MiB');

  expect(screen()).toBe('GET /a?[2J/archive-');
});

test('away from a terminal nobody is told how far something has come', () => {
  expect(prettyLog(terminal(80, false).stream).progress).toBeUndefined();
});
