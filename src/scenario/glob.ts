/** A text to compare with: literal pieces between which anything may stand. One piece is the exact text. */
export type Glob = readonly string[];

/** Reads a text in which `*` stands for anything, also nothing; `\*` is a star. */
export function parseGlob(text: string): Glob {
  return text.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'));
}

/** Whether a text is what a glob asks for. Takes time in proportion to the text, whatever the glob. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const first = glob[0] ?? '';
  const last = glob.at(-1) ?? '';
  if (glob.length <= 1) return text === first;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of glob.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
