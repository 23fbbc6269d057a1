import { bodiesDirectory } from '../fixtures/fixture.js';
import type { FixtureDirectory } from './fixture-directory.js';

/** Those of some side files that no fixture in the directory refers to. */
export function unusedSides(directory: FixtureDirectory, sides: ReadonlySet<string>): string[] {
  const left = new Set(sides);
  if (left.size === 0) return [];
  for (const file of directory.list()) {
    if (file.startsWith(`${bodiesDirectory}/`) || !file.endsWith('.json')) continue;
    const read = directory.read(file);
    if (!read) continue;
    if ('trouble' in read) return [];
    for (const side of left) if (read.value.includes(side)) left.delete(side);
  }
  return [...left];
}
