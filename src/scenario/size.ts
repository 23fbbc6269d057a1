/** How a size is written: `200`, `200B`, `1KB`, `1.5MB`. */
export const sizePattern = /^(\d{1,12}(?:\.\d{1,6})?)(B|KB|MB)?$/;

/** How a rate is written: a size, then `/s`. */
export const ratePattern = /^(\d{1,12}(?:\.\d{1,6})?)(B|KB|MB)?\/s$/;

const units = { B: 1, KB: 1000, MB: 1_000_000 } as const;

/** Reads a size such as `200`, `1KB` or `1.5MB` (a KB is 1000 bytes) as whole bytes; undefined when it is none. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit = 'B'] = sizePattern.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * units[unit as keyof typeof units]);
}

/** Reads a rate such as `1KB/s` as bytes a second; undefined when it is none or nothing would ever come. */
export function parseRate(text: string): number | undefined {
  const bytes = ratePattern.test(text) ? parseSize(text.slice(0, -2)) : undefined;
  return bytes === 0 ? undefined : bytes;
}
