/** Names longer than this are compared by their beginning, so that a long one costs little. */
const compared = 64;

/** The known names, the most similar first; equally similar ones keep their order. */
export function nearestFirst(name: string, known: readonly string[]): string[] {
  return known
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** The known name that was probably meant, or undefined when none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [first] = nearestFirst(name, known);
  if (first === undefined) return undefined;
  return distanceOf(name, first) <= Math.max(1, Math.floor(first.length / 3)) ? first : undefined;
}

/**
 * What was expected where one of several names had to stand, e.g. `life, or one of id, stage`; the nearest comes first
 * and at most eight are named.
 */
export function oneOf(known: readonly string[], found: string): string {
  const meant = nearest(found, known);
  const others = nearestFirst(found, known).filter((name) => name !== meant);
  const shown = others.slice(0, 8).join(', ') + (others.length > 8 ? ` and ${others.length - 8} more` : '');
  if (meant === undefined) return others.length === 1 ? shown : `one of ${shown}`;
  return others.length === 0 ? meant : `${meant}, or one of ${shown}`;
}

/** Edits between two names, where swapping neighbours counts as one (optimal string alignment), case aside. */
function distanceOf(one: string, other: string): number {
  const a = one.slice(0, compared).toLowerCase();
  const b = other.slice(0, compared).toLowerCase();
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, before[column - 2]! + 1);
      }
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[b.length]!;
}
