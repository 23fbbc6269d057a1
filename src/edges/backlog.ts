import { piece, SealedFile } from './sealed-file.js';

/** How items wait. */
export interface BacklogOptions<Item> {
  /** Where the file is made when there are too many for memory. */
  readonly dir: () => string;
  /** Bytes that an item takes in memory, about. */
  readonly size: (item: Item) => number;
  readonly pack: (item: Item) => Buffer;
  readonly unpack: (packed: Buffer) => Item;
  /** Bytes kept in memory at most. */
  readonly memory?: number;
}

/**
 * Items that wait for their turn, first in, first out: in memory and, when there are many, in a file that nobody else
 * can read. When it cannot be written, all stay in memory.
 */
export class Backlog<Item> {
  readonly #options: BacklogOptions<Item>;
  readonly #memory: number;
  /** The first of them; those before `#at` are taken already. */
  #front: Item[] = [];
  #at = 0;
  #held = 0;
  /** The last of them, packed; between the two come those in the file. */
  #back: Buffer[] = [];
  #backSize = 0;
  #file: SealedFile | undefined;
  #filed = 0;
  #stuck = false;

  constructor(options: BacklogOptions<Item>) {
    this.#options = options;
    this.#memory = options.memory ?? 32 * 1024 * 1024;
  }

  /** How many wait. */
  get count(): number {
    return this.#front.length - this.#at + this.#filed + this.#back.length / 2;
  }

  push(item: Item): void {
    const size = this.#options.size(item);
    if (this.#filed + this.#backSize === 0 && this.#held + size <= this.#memory) {
      this.#front.push(item);
      this.#held += size;
      return;
    }
    const packed = this.#options.pack(item);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(packed.length);
    this.#back.push(length, packed);
    this.#backSize += 4 + packed.length;
    if (this.#backSize >= piece && !this.#stuck) this.#putAway();
  }

  /**
   * Takes the item that came first; undefined when there is none.
   * @throws the system's error, when the file cannot be read
   */
  take(): Item | undefined {
    if (this.#at === this.#front.length) this.#refill();
    const item = this.#front[this.#at];
    if (item === undefined) return undefined;
    this.#at++;
    if (this.#at === this.#front.length) {
      this.#front = [];
      this.#at = 0;
      this.#held = 0;
    }
    return item;
  }

  /** Gives up what lies in the file. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#filed = 0;
  }

  #putAway(): void {
    try {
      this.#file ??= new SealedFile(this.#options.dir());
      this.#file.write(Buffer.concat(this.#back, this.#backSize));
      this.#filed += this.#back.length / 2;
      this.#back = [];
      this.#backSize = 0;
    } catch {
      this.#stuck = true; // no room on the disk
    }
  }

  #refill(): void {
    const file = this.#file;
    if (file && this.#filed > 0) {
      for (; this.#filed > 0 && this.#held < piece; this.#filed--) {
        this.#unpack(file.read(file.read(4).readUInt32LE()));
      }
      return;
    }
    for (let i = 1; i < this.#back.length; i += 2) this.#unpack(this.#back[i]!);
    this.#back = [];
    this.#backSize = 0;
  }

  #unpack(packed: Buffer): void {
    this.#front.push(this.#options.unpack(packed));
    this.#held += packed.length;
  }
}
