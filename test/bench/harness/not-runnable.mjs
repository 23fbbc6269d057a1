/** Something that cannot be measured here, with the reason: it is listed so, and nothing fails. */
export class NotRunnable extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = 'NotRunnable';
  }
}

/**
 * What went wrong, on one line.
 * @param {unknown} error
 */
export function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .trim()
    .replace(/\s*\n\s*/g, '; ')
    .slice(0, 300);
}
