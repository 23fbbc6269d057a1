/** How a duration is written: `250ms`, `2s`, `1.5s`, `10m`, `1h`, `2d`. */
export const durationPattern = /^(\d{1,15}(?:\.\d{1,9})?)(ms|s|m|h|d)$/;

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a duration such as `250ms`, `2s`, `1.5s`, `10m`, `1h` or `2d`.
 * @returns whole milliseconds, or undefined when the text is none or longer than any clock can count.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = durationPattern.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const ms = Math.round(Number(amount) * units[unit as keyof typeof units]);
  return ms <= longest ? ms : undefined;
}

/** The span that a JavaScript date covers on either side of 1970, in ms. */
const longest = 8.64e15;
