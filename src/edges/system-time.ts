/** Real time in milliseconds since 1970 that never runs backwards, also when somebody sets the machine's clock. */
export function systemTime(): number {
  return performance.timeOrigin + performance.now();
}
