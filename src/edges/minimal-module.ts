import type { ModuleFile } from './module-files.js';

const main = new TextEncoder().encode('# A module without a source: it holds nothing.\n');

/** What a module without a `source` hands out. */
export const minimalModule: readonly ModuleFile[] = [
  {
    path: 'main.tf',
    file: 'main.tf',
    executable: false,
    size: main.length,
    read: () => Promise.resolve(main),
  },
];
