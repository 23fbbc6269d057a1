import type { Resource } from '../world.js';

/** Bytes of all pages together that are kept, with what was asked for them. */
const most = 32 * 1024 * 1024;

let pages = new WeakMap<readonly Resource[], Map<string, Uint8Array>>();
let bytes = 0;

/**
 * A page of a list, ready to be sent: written when it is first asked for, and kept as long as nothing in the list
 * changes. When there are too many, all of them go.
 *
 * @param list as `World.resources` hands it out
 * @param asked what tells one page of the list from the others
 */
export function keptPage(list: readonly Resource[], asked: string, write: () => string): Uint8Array {
  return pages.get(list)?.get(asked) ?? keep(list, asked, new TextEncoder().encode(write()));
}

function keep(list: readonly Resource[], asked: string, page: Uint8Array): Uint8Array {
  const size = page.length + asked.length;
  if (bytes + size > most) {
    pages = new WeakMap();
    bytes = 0;
  }
  bytes += size;
  const ofList = pages.get(list) ?? new Map<string, Uint8Array>();
  pages.set(list, ofList.set(asked, page));
  return page;
}
