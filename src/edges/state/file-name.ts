import { createHash } from 'node:crypto';

const ending = '.session';
const longest = 150;
const kept = 100;

/**
 * The name of the file that keeps a session. Small letters, digits, `.`, `_` and `-` stand for themselves; anything
 * else is spelled `%XX` or `%uXXXX` by its UTF-16 code units, so that different names stay different where case does
 * not count, and no name leads out of its directory. Very long names are cut and end in a hash.
 */
export function fileNameOf(session: string): string {
  const spelled = session.replace(/[^a-z0-9._-]|^\./g, spell) || '%';
  if (spelled.length <= longest) return spelled + ending;
  const hash = createHash('sha256').update(spelled).digest('hex');
  return `${spelled.slice(0, kept)}~${hash}${ending}`;
}

/** The session that a file keeps; `cut` when the name in it is not whole; undefined when it is no session's file. */
export function sessionOf(fileName: string): { readonly name: string } | 'cut' | undefined {
  if (!fileName.endsWith(ending)) return undefined;
  const spelled = fileName.slice(0, -ending.length);
  if (/~[0-9a-f]{64}$/.test(spelled)) return 'cut';
  const name = spelled
    .replace(/^%$/, '')
    .replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/g, (_, long: string | undefined, short: string) =>
      String.fromCharCode(parseInt(long ?? short, 16)),
    );
  return fileNameOf(name) === fileName ? { name } : undefined;
}

function spell(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = code.toString(16);
  return code < 0x100 ? `%${hex.padStart(2, '0')}` : `%u${hex.padStart(4, '0')}`;
}
