import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SealedFile } from '../../src/edges/sealed-file.js';
import { temporaryDirectory } from './temporary-directory.js';

test('what was written is read in the same order, once, also after all was read and more was written', () => {
  const file = new SealedFile(temporaryDirectory());

  file.write(Buffer.from('one two '));
  const [one, two] = [file.read(4), file.read(4)].map(String);
  const between = file.left;
  file.write(Buffer.from('three'));
  const three = file.read(5).toString();

  expect([one, two, between, three, file.left]).toEqual(['one ', 'two ', 0, 'three', 0]);
  expect(() => file.read(1)).toThrow('cannot be read back');
  file.close();
});

test.runIf(process.platform === 'linux')(
  'nothing of what was written stands on the disk, nor any name',
  () => {
    const dir = temporaryDirectory();
    const file = new SealedFile(dir);
    const secret = 'a-token-that-nobody-may-see';

    file.write(Buffer.from(secret.repeat(1000)));
    const open = readdirSync('/proc/self/fd').find((fd) => linkOf(fd).startsWith(`${dir}/`)) ?? '';
    const fd = openSync(`/proc/self/fd/${open}`, 'r');
    const stored = readFileSync(fd);
    closeSync(fd);

    expect(readdirSync(dir)).toEqual([]);
    expect([stored.length, stored.includes(secret), stored.includes(secret.slice(0, 8))]).toEqual([
      27_000,
      false,
      false,
    ]);
    file.close();
  },
);

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}
