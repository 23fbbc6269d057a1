/**
 * Spoils a body so that it is no JSON any more, at the same length: the last third is lost in noise. Deterministic, so
 * that a failing test fails again.
 */
export function garble(body: Uint8Array): Uint8Array {
  const spoiled = Uint8Array.from(body);
  for (let at = Math.floor((body.length * 2) / 3); at < spoiled.length; at++)
    spoiled[at] = noise[at % noise.length]!;
  return spoiled;
}

const noise = new TextEncoder().encode('}{"\\]:,\u0007');
