/**
 * A 64-bit hash of text as two unsigned 32-bit halves (the public-domain cyrb53 mixing with both halves kept).
 * Good spread, same result everywhere, not for secrets. It decides ids, chances and file-name suffixes.
 */
export function hash64(text: string, seed = 0): readonly [high: number, low: number] {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return [h2 >>> 0, h1 >>> 0];
}

/** The two hexadecimal digits of each byte: five times as fast as `toString(16)`, which is slow from 2 ** 31. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(n: number): string {
  return digits[n >>> 24]! + digits[(n >>> 16) & 255]! + digits[(n >>> 8) & 255]! + digits[n & 255]!;
}

/** 16 hexadecimal digits of {@link hash64}. */
export function hashHex(text: string, seed = 0): string {
  const [high, low] = hash64(text, seed);
  return hex(high) + hex(low);
}

/** A number in [0, 1) decided by the text and the seed alone. */
export function hashUnit(text: string, seed = 0): number {
  const [high, low] = hash64(text, seed);
  return (high * 0x200000 + (low >>> 11)) / 2 ** 53;
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 16 base58 characters decided by the text and the seed: the tail of ids such as `ts-…`. */
export function hashId(text: string, seed = 0): string {
  let id = '';
  for (let part = 0; part < 2; part++) {
    const [high, low] = hash64(`${part}:${text}`, seed);
    for (let [n, i] = [high, 0]; i < 4; i++, n = Math.floor(n / 58)) id += base58[n % 58];
    for (let [n, i] = [low, 0]; i < 4; i++, n = Math.floor(n / 58)) id += base58[n % 58];
  }
  return id;
}
