/**
 * The middle one, or the mean of the two in the middle; NaN of nothing.
 * @param {readonly number[]} numbers
 */
export function median(numbers) {
  return percentile(numbers, 50);
}

/**
 * The value below which so many of a hundred lie, between neighbours in proportion; NaN of nothing.
 * @param {readonly number[]} numbers
 * @param {number} rank from 0 to 100
 */
export function percentile(numbers, rank) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = ((sorted.length - 1) * rank) / 100;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * The median of how many times as much the one is as the other in the same round.
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
export function pairedRatio(ours, theirs) {
  return median(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? NaN)));
}
