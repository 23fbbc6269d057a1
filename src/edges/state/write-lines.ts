import { closeSync, fstatSync, ftruncateSync, openSync, write } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const writeAt = promisify(write);

/** Makes a file of these lines in place of what is there; resolves to its length in bytes. Leaves none when it fails. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<number> {
  const file = await open(path, 'w', 0o600);
  try {
    let bytes = 0;
    for (const line of lines) bytes += await writeAll(file.fd, Buffer.from(line), bytes);
    return bytes;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Puts a line behind the first `end` bytes of a file and cuts whatever else is there, e.g. half a line left by an
 * earlier attempt; resolves to its length when the kernel has it. The file is opened each time: that costs some 30 µs
 * and keeps none open, however many sessions there are.
 */
export async function addLine(path: string, end: number, line: string): Promise<number> {
  const fd = openSync(path, 'r+');
  try {
    const { size } = fstatSync(fd);
    if (size < end) throw new Error(`it has ${size} bytes where ${end} were written: something else cut it`);
    if (size > end) ftruncateSync(fd, end);
    return await writeAll(fd, Buffer.from(line), end);
  } finally {
    closeSync(fd);
  }
}

async function writeAll(fd: number, bytes: Buffer, at: number): Promise<number> {
  for (let done = 0; done < bytes.length;) {
    done += (await writeAt(fd, bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
  return bytes.length;
}
