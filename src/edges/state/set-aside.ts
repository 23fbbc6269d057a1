import { existsSync, renameSync } from 'node:fs';

/** Moves a file out of the way, as `FILE.damaged-1` or the first number that is free; returns its name now. */
export function setAside(path: string, why: 'damaged' | 'unplayable'): string {
  let number = 1;
  while (existsSync(`${path}.${why}-${number}`)) number++;
  const aside = `${path}.${why}-${number}`;
  renameSync(path, aside);
  return aside;
}
