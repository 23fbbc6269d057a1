import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { headerRecord } from '../exchange/forward-headers.js';
import type { WireRequest } from '../exchange/request.js';
import { absoluteUrls } from '../fixtures/absolute-urls.js';
import { bodiesDirectory, longestText } from '../fixtures/fixture.js';
import { fixturePath } from '../fixtures/fixture-path.js';
import { readFixtureFile } from '../fixtures/fixture-problems.js';
import { formatKey, isWrite } from '../fixtures/key.js';
import type { ReplaceOrigins } from '../fixtures/origins.js';
import type { LargeBody, SideFile } from '../fixtures/record-response.js';
import { type Before, type KeepProblem, Recording } from '../fixtures/recording.js';
import { Redaction } from '../fixtures/redaction.js';
import type { RedactionRules } from '../fixtures/rules.js';
import { byteText, textOfBytes } from '../fixtures/text-of-bytes.js';
import { formatProblem } from '../exchange/problem.js';
import type { Recorder, Taking } from '../session/recorder.js';
import type { RecordingCursor } from '../session/recording-cursor.js';
import type { UpstreamHead } from '../session/upstream.js';
import { Afterwards } from './afterwards.js';
import { decodeSpooled } from './decode-spooled.js';
import { FixtureDirectory } from './fixture-directory.js';
import { sidesOf } from './fixture-files.js';
import { FixtureWriter } from './fixture-writer.js';
import { Lanes } from './lanes.js';
import { Packing, type Waiting } from './waiting-exchange.js';
import { overlap, searchFile } from './search-file.js';
import { scanText } from './secret-scan.js';
import { inMemory, Spool, type Spooled } from './spool.js';
import { unusedSides } from './unused-sides.js';

/** How recordings are kept. */
export interface KeeperOptions {
  readonly directory: string;
  readonly rules: RedactionRules;
  /** Puts symbols in place of the upstreams' addresses. */
  readonly symbols: ReplaceOrigins;
  /** Told at once of every exchange that could not be kept. */
  readonly problem: (problem: KeepProblem) => void;
  /** Told, when it is closed, how many exchanges are still to be kept, and 0 in the end. */
  readonly left?: (exchanges: number) => void;
}

/** What a run of recording came to. */
export interface KeptReport {
  /** Fixtures written. */
  readonly written: readonly string[];
  /** Exchanges that the client got and that were not kept. */
  readonly problems: readonly KeepProblem[];
  /** Hosts that answers still name, and where; following them leaves the recording. */
  readonly outside: readonly { readonly origin: string; readonly file: string; readonly where: string }[];
}

/** Comes before a file is written. */
interface Pending {
  /** Texts in it that were not searched yet. */
  readonly texts: string[];
  /** Side files that it counts on. */
  readonly sides: SideFile[];
}

/** Bytes that an exchange takes beside its body, about. */
const aroundBody = 2048;

/**
 * Keeps what passes as fixtures, each exchange as soon as its client has it and nothing else is under way. Exchanges are
 * added one after the other in the order in which they ended; a file is written again only when its last writing is
 * done, with all that came meanwhile; several files are written at once. A file that a secret was found for is not
 * written any more.
 */
export class FixtureKeeper implements Recorder {
  readonly #options: KeeperOptions;
  readonly #directory: FixtureDirectory;
  readonly #writer: FixtureWriter;
  readonly #redaction: Redaction;
  readonly #recording: Recording;
  /** Files to be written, and what must come first. */
  readonly #dirty = new Map<string, Pending>();
  readonly #stopped = new Set<string>();
  readonly #sides = new Set<string>();
  /** Side files that fixtures counted on which are now recorded again. */
  readonly #before = new Set<string>();
  readonly #written = new Set<string>();
  readonly #problems: KeepProblem[] = [];
  readonly #told = new Set<string>();
  #beside = '';
  /** Requests whose answers wait to be added, by the text of their key, and how many of each. */
  readonly #waiting = new Map<string, number>();
  readonly #packing = new Packing();
  readonly #afterwards = new Afterwards<Waiting>({
    dir: () => this.#beside,
    size: ({ body }) => (body instanceof Uint8Array ? body.length : 0) + aroundBody,
    pack: (waiting) => this.#packing.pack(waiting),
    unpack: (packed) => this.#packing.unpack(packed),
    work: (waiting) => this.#inTurn(() => this.#add(waiting)),
    rest: () => {
      for (const file of this.#dirty.keys()) this.#writing.add(file);
    },
    left: (count) => this.#options.left?.(count),
    lost: (error) => {
      const why = `what waited to be kept is lost: ${troubleOf(error).why}`;
      this.#report({ file: '', request: 'some requests', why, ofDisk: true });
    },
  });
  #adding: Promise<void> = Promise.resolve();
  readonly #writing = new Lanes({
    width: 8,
    work: (file) => this.#write(file),
    idle: () => this.#sweep(),
  });
  #swept = 0;

  private constructor(options: KeeperOptions) {
    this.#options = options;
    this.#directory = new FixtureDirectory(options.directory);
    this.#writer = new FixtureWriter(options.directory);
    this.#redaction = new Redaction(options.rules);
    this.#recording = new Recording({
      redaction: this.#redaction,
      replaceOrigins: options.symbols,
      digest: (data) => createHash('sha256').update(data).digest('hex'),
    });
  }

  /** Gets ready. A directory that cannot be written to is told with the first exchange. */
  static async open(options: KeeperOptions): Promise<FixtureKeeper> {
    const keeper = new FixtureKeeper(options);
    keeper.#beside = await keeper.#writer.beside().catch(() => options.directory);
    return keeper;
  }

  /** Whether this run has kept an answer to a request, or is about to. */
  has(request: WireRequest): boolean {
    const key = this.#recording.keyOf(request);
    return this.#waiting.has(key.text) || this.#recording.has(fixturePath(key));
  }

  begin(request: WireRequest, cursor: RecordingCursor, drained: () => void): Taking {
    const key = this.#recording.keyOf(request);
    const write = isWrite(key.method) ? formatKey(key) : undefined;
    this.#afterwards.stir();
    if (write !== undefined) cursor.writeBegins(write);
    const spool = new Spool({ dir: this.#beside, onDrain: drained });
    let head: UpstreamHead | undefined;
    let over = false;
    const end = (): boolean => {
      const first = !over;
      over = true;
      return first;
    };
    return {
      head: (received) => void (head = received),
      write: (chunk) => {
        this.#afterwards.stir();
        return spool.write(chunk);
      },
      keep: () => {
        if (!end() || !head) return;
        const seen = write === undefined ? cursor.seen : cursor.answered;
        if (write !== undefined) cursor.writeEnds(write, true);
        this.#afterwards.stir();
        this.#waiting.set(key.text, (this.#waiting.get(key.text) ?? 0) + 1);
        this.#afterwards.add({ request, key: key.text, head, seen, body: spool.take() });
      },
      drop: () => {
        if (!end()) return;
        if (write !== undefined) cursor.writeEnds(write, false);
        void spool.discard();
      },
    };
  }

  skip(request: WireRequest, why: string): void {
    const key = this.#recording.keyOf(request);
    this.#report({ file: fixturePath(key), request: formatKey(key), why });
  }

  /** Writes what is under way, looks for secrets once more, and says what the run came to. */
  async close(): Promise<KeptReport> {
    await this.#afterwards.finish();
    await this.#settled();
    this.#sweep();
    await this.#settled();
    for (const side of unusedSides(this.#directory, this.#before)) {
      await this.#writer.remove(side).catch(() => undefined);
    }
    await this.#writer.close().catch(() => undefined);
    const outside = [...this.#recording.fixtures()]
      .filter(([file]) => this.#written.has(file))
      .flatMap(([file, fixture]) => absoluteUrls(fixture).map((url) => ({ ...url, file })));
    return { written: [...this.#written].sort(), problems: this.#problems, outside };
  }

  async #settled(): Promise<void> {
    for (let adding; adding !== this.#adding || this.#writing.busy;) {
      adding = this.#adding;
      await adding;
      await this.#writing.settle();
    }
  }

  /** Does something when all that was to be done before is done. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#adding = this.#adding.then(work));
  }

  async #add({ request, key, head, seen, body }: Waiting): Promise<void> {
    const others = (this.#waiting.get(key) ?? 1) - 1;
    try {
      await this.#take({ request, head, seen }, body instanceof Uint8Array ? inMemory(body) : await body);
    } catch (error) {
      const own = this.#recording.keyOf(request);
      this.#report({ file: fixturePath(own), request: formatKey(own), ...troubleOf(error) });
    }
    if (others > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }

  async #take({ request, head, seen }: Omit<Waiting, 'key' | 'body'>, body: Spooled): Promise<void> {
    const { 'content-encoding': coding, ...plain } = headerRecord(head.headers);
    const decoded = await decodeSpooled(body, String(coding ?? ''), { dir: this.#beside });
    const whole = 'spooled' in decoded ? decoded.spooled : body;
    if (whole !== body) await discard(body);
    if ('corrupt' in decoded) {
      await discard(body);
      return this.skip(request, `its body cannot be decoded: ${decoded.corrupt}`);
    }
    const headers =
      'spooled' in decoded || coding === undefined ? plain : { ...plain, 'content-encoding': coding };
    const content = await this.#contentOf(whole);
    const { status, address } = head;
    if ('secret' in content) {
      await discard(whole);
      return this.skip(request, `the secret ${content.secret} in a body that is too large to be changed`);
    }
    const kept = this.#recording.add({ request, status, headers, seen, address, ...content }, (file) =>
      this.#lookBefore(file),
    );
    if (!('problem' in kept) && whole.file !== undefined && 'sha256' in content.body) {
      await this.#writer.adopt(whole.file, `${bodiesDirectory}/${content.body.sha256}`);
    } else await discard(whole);
    if ('problem' in kept) return this.#report(kept.problem);
    const { file, side, only } = kept;
    const texts = only === undefined ? [] : [only];
    if (side && typeof side.data === 'string') texts.push(side.data);
    this.#mark(file, { texts, sides: side ? [side] : [] });
  }

  /** A body for memory, or, of a large one, what it is called; a secret in such a one cannot be taken out. */
  async #contentOf(
    spooled: Spooled,
  ): Promise<{ readonly body: Uint8Array | LargeBody } | { readonly secret: string }> {
    if (spooled.file === undefined) return { body: spooled.bytes };
    if (spooled.size <= longestText) {
      const bytes = readFileSync(spooled.file);
      return { body: bytes };
    }
    const searched = await searchFile(spooled.file, (text) => this.#redaction.find(text));
    if ('found' in searched) return { secret: searched.found };
    return { body: { sha256: searched.sha256, bytes: spooled.size } };
  }

  /** Has a file written at the next rest, once these texts of it were searched and its side files are there. */
  #mark(file: string, { texts, sides }: Pending): void {
    if (this.#stopped.has(file)) return;
    const before = this.#dirty.get(file);
    if (before) {
      before.texts.push(...texts);
      before.sides.push(...sides);
    } else {
      this.#dirty.set(file, { texts, sides });
    }
  }

  async #write(file: string): Promise<void> {
    const pending = this.#dirty.get(file) ?? { texts: [], sides: [] };
    this.#dirty.delete(file);
    await this.#writeFile(file, pending).catch((error: unknown) => {
      this.#report({ file, request: file, ...troubleOf(error) });
    });
  }

  async #writeFile(file: string, { texts, sides }: Pending): Promise<void> {
    if (await this.#holdsSecret(file, texts)) return;
    for (const side of sides) {
      if (this.#sides.has(side.file)) continue;
      await this.#writer.write(side.file, side.data);
      this.#sides.add(side.file);
    }
    const text = this.#recording.textOf(file);
    if (text === undefined) return;
    await this.#writer.write(file, text);
    this.#written.add(file);
  }

  /** Stops a file for good when the scanner finds something in it. */
  async #holdsSecret(file: string, texts: readonly string[]): Promise<boolean> {
    for (const text of texts) {
      if (this.#stopped.has(file)) break;
      const [found] = await scanText(text, file);
      if (!found) continue;
      this.#stopped.add(file);
      const field = found.path === '' ? 'its body' : found.path;
      const why = `something that looks like a secret (${found.rule}) in ${field}. Add a rule for it to redact in restage.yaml and record again`;
      this.#report({ file, request: file, why });
    }
    return this.#stopped.has(file);
  }

  /** Looks for secrets that were learned only after something that holds them was recorded. */
  #sweep(): void {
    if (this.#swept === this.#redaction.vault.version) return;
    this.#swept = this.#redaction.vault.version;
    const swept = this.#recording.sweep({
      text: (file) => {
        const read = this.#directory.read(file);
        return read && 'value' in read ? textOfBytes(read.value) : undefined;
      },
      holdsSecret: (file) => holds(this.#directory, file, (text) => this.#redaction.vault.find(text)),
    });
    for (const problem of swept.problems) this.#report(problem);
    if (swept.changed.length + swept.removed.length === 0) return;
    void this.#inTurn(async () => {
      for (const { file, data } of swept.sides) await this.#writer.write(file, data);
      for (const file of swept.removed) {
        await this.#writer.remove(file);
        this.#written.delete(file);
      }
      for (const file of swept.changed) {
        this.#mark(file, { texts: [], sides: [] });
        this.#writing.add(file);
      }
    });
  }

  #lookBefore(file: string): Before {
    const read = this.#directory.read(file);
    if (!read) return { nothing: true };
    if ('trouble' in read) return { untouchable: `what lies there cannot be read: ${read.trouble}` };
    const found = readFixtureFile(textOfBytes(read.value) ?? '', file);
    if ('fixture' in found) {
      for (const side of sidesOf(found.fixture)) this.#before.add(side);
      return found;
    }
    return {
      untouchable: `what lies there is no fixture and is not overwritten: ${formatProblem(found.problems[0])}. Delete it to record anew`,
    };
  }

  #report(problem: KeepProblem & { readonly ofDisk?: boolean }): void {
    const told = problem.ofDisk === true ? problem.why : `${problem.file} ${problem.why}`;
    if (this.#told.has(told)) return;
    this.#told.add(told);
    this.#problems.push(problem);
    this.#options.problem(problem);
  }
}

/** Whether something is found in a file of any size, also across the pieces in which it is read. */
function holds(
  directory: FixtureDirectory,
  file: string,
  find: (text: string) => string | undefined,
): boolean {
  let rest = '';
  let found = false;
  directory.pieces(file, (piece) => {
    const text = rest + byteText(piece);
    found = find(text) !== undefined;
    rest = text.slice(-overlap);
    return !found;
  });
  return found;
}

async function discard({ file }: Spooled): Promise<void> {
  if (file !== undefined) await rm(file, { force: true });
}

/** What the disk has against it; every exchange suffers from that, so it is told once. */
function troubleOf(error: unknown): { readonly why: string; readonly ofDisk: boolean } {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return { why: `the disk is full (${code})`, ofDisk: true };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return { why: `the directory of the fixtures cannot be written to (${code})`, ofDisk: true };
  }
  return { why: message, ofDisk: false };
}
