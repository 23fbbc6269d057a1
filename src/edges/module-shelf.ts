import type { Materials, ModuleContent, Need } from '../emulator/call.js';

/** What was read from module directories. Read once, then at hand for synchronous handlers. */
export interface ModuleShelf extends Materials {
  /** Reads what is missing; requests for the same thing share one reading. */
  prepare(need: Need): Promise<void>;
  /** Forgets what was read from a directory, so that it is read again. */
  forget(source: string): void;
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
  /** Counts how often anything was forgotten; what was begun before is read again. */
  let forgotten = 0;
  const read = async (need: Need): Promise<void> => {
    const before = forgotten;
    const keep = need.need === 'content' ? await content(need.source) : await archive(need.source);
    return before === forgotten ? keep() : read(need);
  };
  const content = async (source: string): Promise<() => void> => {
    const found = await readers.readContent(source);
    return () => contents.set(source, found);
  };
  const archive = async (source: string): Promise<() => void> => {
    const found = await readers.pack(source);
    return () => archives.set(source, found);
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
    forget(source) {
      forgotten++;
      contents.delete(source);
      archives.delete(source);
    },
  };
}
