/**
 * Spoils a body so that it is no JSON any more, at the same length: the last third is lost in noise, which ends in a
 * character that JSON allows nowhere. Deterministic, so that a failing test fails again.
 */
export function garble(body: Uint8Array): Uint8Array {
  const spoiled = Uint8Array.from(body);
  const end = spoiled.length - 1;
  for (let at = Math.floor((spoiled.length * 2) / 3); at < end; at++) spoiled[at] = noise[at % noise.length]!;
  if (end >= 0) spoiled[end] = bell;
  return spoiled;
}

const noise = new TextEncoder().encode('}{"\\]:,');
const bell = 7;
