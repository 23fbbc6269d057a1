import type { Materials, ModuleContent, Need } from '../emulator/call.js';

/** What was read from module directories. Read once, then at hand for synchronous handlers. */
export interface ModuleShelf extends Materials {
  /** Reads what is missing; requests for the same thing share one reading. */
  prepare(need: Need): Promise<void>;
}

/** Readers of module directories. */
export interface ModuleReaders {
  readContent(source: string): Promise<ModuleContent>;
  pack(source: string): Promise<Uint8Array>;
}

/** An empty shelf over the readers given. */
export function moduleShelf(readers: ModuleReaders): ModuleShelf {
  const contents = new Map<string, ModuleContent>();
  const archives = new Map<string, Uint8Array>();
  const reading = new Map<string, Promise<void>>();
  const read = async ({ need, source }: Need): Promise<void> => {
    if (need === 'content') contents.set(source, await readers.readContent(source));
    else archives.set(source, await readers.pack(source));
  };
  return {
    content: (source) => contents.get(source),
    archive: (source) => archives.get(source),
    prepare(need) {
      const key = `${need.need} ${need.source}`;
      const under = reading.get(key) ?? read(need).finally(() => reading.delete(key));
      reading.set(key, under);
      return under;
    },
  };
}
