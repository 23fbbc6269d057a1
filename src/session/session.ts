import type { Api } from '../api/operations.js';
import type { Materials } from '../emulator/call.js';
import { type Access, accessOf } from '../emulator/platform/access.js';
import { type Seed, World } from '../emulator/world.js';
import { hashHex } from '../exchange/hash.js';
import { isJsonObject, type Json, type JsonObject } from '../exchange/json.js';
import type { WireRequest } from '../exchange/request.js';
import type { Cursor, Replayed } from '../fixtures/replay.js';
import type { Verdict } from '../scenario/limit.js';
import { readOneStep } from '../scenario/read-step.js';
import type { Limit, Otherwise, Scenario } from '../scenario/scenario.js';
import type { Step } from '../scenario/step.js';
import { type StepBook, stepBook } from '../scenario/step-book.js';
import type { Archives } from './archives.js';
import { SessionClock, type SystemTime } from './clock.js';
import type { Derived } from './derive/derive.js';
import { DerivedView } from './derive/derived-view.js';
import { Journal } from './journal.js';
import { keepJournal, recallJournal } from './journal-keeping.js';
import { Ledger, type LedgerData, type Section } from './ledger.js';
import { Lives } from './lives.js';
import { RecordingCursor } from './recording-cursor.js';
import { RateWindows } from './rate-windows.js';
import { seedFor } from './seeds.js';
import { type Counts, Tally } from './tally.js';
import { Waits } from './waits.js';

/** What a mode may be called. */
export type ModeName = 'serve' | 'record' | 'replay' | 'passthrough';

/** What sources need from outside this process, handed in by the edges. */
export interface Tools {
  readonly materials: Materials;
  readonly isSshKey: (text: string) => boolean;
  /** Answers from recordings; left out where none are used. */
  readonly fixtures?: Fixtures;
  /** What can be passed on; left out where nothing is. */
  readonly backend?: {
    /** The APIs that have an upstream. */
    readonly apis: readonly Api[];
    /** The archives that upstreams named. */
    readonly archives: Archives;
  };
}

/** Answers requests from recordings. */
export interface Fixtures {
  /** Answers with what was recorded next and moves the cursor, in one step; undefined passes the request on. */
  answer(request: WireRequest, cursor: Cursor): Replayed | undefined;
  /** The command that would record a request of an API. */
  recordCommand(api: Api): string;
  /** Whether what was never recorded is to be answered from what the recordings show, whatever the scenario says. */
  readonly derive: boolean;
  /** What the recordings show; read when it is asked for first, and again when they have changed. */
  derived(): Derived;
}

/** What a session is made of. */
export interface SessionSetup {
  readonly name: string;
  readonly mode: ModeName;
  readonly scenario: Scenario;
  /** How the scenario was asked for: its name, or itself as plain data. */
  readonly scenarioRef: Json;
  /** How the server was asked for its scenario. */
  readonly serverRef: Json;
  /** When the world of the scenario began, ms since 1970; sessions that share it share the world's memory. */
  readonly worldBegan: number;
  /** When the server began, ms since 1970: how far a session has come in recordings is forgotten with the server. */
  readonly run: number;
  readonly system: SystemTime;
  readonly tools: Tools;
}

/** The part of the ledger that tells how far a session has come in recordings. */
export const recordingSection = 'recording';

/** One isolated run: its world, clock, counters and journal. All that changes lies in its ledger. */
export class Session {
  readonly name: string;
  readonly mode: ModeName;
  readonly tools: Tools;
  readonly ledger = new Ledger();
  /** Who was told to come back later. */
  readonly waits = new Waits(this.ledger.section('waits', 'lazy'));
  readonly #windows = new RateWindows(this.ledger.section('limits', 'lazy'));
  readonly #matches = this.ledger.section('matches', 'lazy');
  readonly #taken = this.ledger.section('taken', 'lazy');
  readonly #attempts = this.ledger.section('attempts', 'lazy');
  readonly journal = new Journal();
  readonly tally = new Tally();
  /** Fixture files that requests were answered from. */
  readonly used = new Set<string>();
  /** Raised by whoever uses the session over some time, so that it is not put away meanwhile. */
  busy = 0;
  /** When it was last used, by the count of the roster. */
  lastUse = 0;
  #setup: SessionSetup;
  #clock!: SessionClock;
  #world!: World;
  #lives!: Lives;
  #access!: Access;
  #steps!: StepBook;
  #cursor: RecordingCursor | undefined;
  #seed!: Seed;
  #view: { readonly derived: Derived; readonly view: DerivedView } | undefined;
  #requests = 0;
  #idHead: string | undefined;

  constructor(setup: SessionSetup, saved?: LedgerData) {
    this.name = setup.name;
    this.mode = setup.mode;
    this.tools = setup.tools;
    this.#setup = setup;
    if (saved) this.ledger.load(saved);
    this.#begin();
  }

  /** Who answers what no step answers: the scenario's `otherwise`, else the mode. */
  get otherwise(): Otherwise | ModeName {
    return this.scenario.otherwise ?? this.mode;
  }
  /** Whether requests outside both APIs are forwarded and so can reach steps. */
  get forwards(): boolean {
    return this.otherwise !== 'serve' && this.otherwise !== 'refuse';
  }
  get scenario(): Scenario {
    return this.#setup.scenario;
  }
  get scenarioRef(): Json {
    return this.#setup.scenarioRef;
  }
  get seed(): number {
    return this.scenario.seed;
  }
  get clock(): SessionClock {
    return this.#clock;
  }
  get world(): World {
    return this.#world;
  }
  get lives(): Lives {
    return this.#lives;
  }
  get access(): Access {
    return this.#access;
  }
  /** Whether what was never recorded is answered from what the recordings show. */
  get derives(): boolean {
    const { fixtures } = this.tools;
    return (
      this.mode === 'replay' && fixtures !== undefined && (fixtures.derive || this.otherwise === 'serve')
    );
  }
  /** What the recordings show to this session; undefined where nothing is derived. */
  get derivedView(): DerivedView | undefined {
    const derived = this.derives ? this.tools.fixtures?.derived() : undefined;
    if (derived && this.#view?.derived !== derived) {
      const { ledger } = this;
      const [changes, lives] = [ledger.section('world', 'durable'), ledger.section('lives', 'durable')];
      this.#view = {
        derived,
        view: new DerivedView(derived, changes, lives, this.#startedAt(this.#clock.now())),
      };
    }
    return derived && this.#view?.view;
  }
  /** Whether the scenario tells of a world of its own. */
  get hasStory(): boolean {
    return this.#seed.resources.size > 0;
  }
  /** How far the session has come in recorded time. */
  get cursor(): RecordingCursor {
    return (this.#cursor ??= new RecordingCursor(this.ledger.section(recordingSection, 'lazy')));
  }
  /** The steps of this session, those laid by the control API before the scenario's own. */
  get steps(): StepBook {
    return this.#steps;
  }

  /** What the session is: with the ledger, enough to open it again as if it were new. */
  get about(): JsonObject {
    const { mode, scenarioRef, serverRef, worldBegan, run } = this.#setup;
    return { mode, scenario: scenarioRef, server: serverRef, seed: this.seed, worldBegan, run };
  }

  /** What was seen of the session so far, to be kept beside the ledger. */
  get memory(): JsonObject {
    return {
      journal: keepJournal(this.journal),
      tally: this.tally.counts as unknown as JsonObject,
      used: [...this.used],
      requests: this.#requests,
    };
  }

  /** Takes back what {@link memory} kept. */
  remember(memory: JsonObject): void {
    recallJournal(this.journal, memory['journal']);
    if (isJsonObject(memory['tally'])) this.tally.restart(memory['tally'] as unknown as Counts);
    const { used } = memory;
    if (Array.isArray(used)) for (const file of used) if (typeof file === 'string') this.used.add(file);
    if (typeof memory['requests'] === 'number') this.#requests = memory['requests'];
  }

  /** The same session apart from its journal, to try something in without changing this one. */
  fork(): Session {
    this.#clock.mark();
    return new Session(this.#setup, this.ledger.toData());
  }

  /** Counts a request that a step is for, taken or not; how many there were, this one included. */
  countMatch(step: string): number {
    return count(this.#matches, step);
  }

  /** How many requests a step has taken. */
  taken(step: string): number {
    const counted = this.#taken.get(step);
    return typeof counted === 'number' ? counted : 0;
  }

  /** Counts a request that a step takes. */
  countTaken(step: string): void {
    count(this.#taken, step);
  }

  /**
   * Counts how often the same request was made, this time included; too many are forgotten.
   * @param request a hash of it, as what it asked is not kept
   */
  countAttempt(request: string): number {
    const counted = count(this.#attempts, request);
    if (this.#attempts.size > manyAttempts) dropFirst(this.#attempts);
    return counted;
  }

  /** Counts a request in a window of an API's rate limit; its name begins with that of the API. */
  countWindow(api: Api, name: string, limit: Limit): Verdict {
    return this.#windows.count(api, name, limit, this.#clock.now());
  }

  /** A UUID for the request now being answered, which the session's seed and the number of the request decide. */
  nextRequestId(): string {
    this.#idHead ??= idHead(this);
    return this.#idHead + (++this.#requests).toString(16).padStart(12, '0');
  }

  /** Moves the clock and makes every move that falls due on the way, in order. */
  moveClock(to: number): void {
    this.#lives.settle(Math.max(to, this.#clock.now()));
    this.#clock.set(to);
  }

  /** Lets every life that waits for a signal go on; how many there were. */
  signal(name: string): number {
    const now = this.#clock.now();
    this.#lives.settle(now);
    return this.#lives.signal(name, now);
  }

  /**
   * Lays a step, as the control API takes it, before the scenario's own and after those laid earlier.
   * @param place by which it is kept; its name unless it has one of its own
   */
  layStep(place: string, step: JsonObject): void {
    this.ledger.section('laid-steps', 'durable').set(place, step);
    this.#layOut();
  }

  /** How many steps the control API has laid. */
  laidSteps(): number {
    return this.ledger.section('laid-steps', 'durable').size;
  }

  /** Takes away the steps that the control API laid, with their counts; those of the scenario stay. */
  clearSteps(): void {
    const laid = this.ledger.section('laid-steps', 'durable');
    for (const { name } of this.#steps.steps.slice(0, laid.size)) {
      this.#matches.delete(name);
      this.#taken.delete(name);
    }
    for (const [place] of [...laid.entries()]) laid.delete(place);
    this.#layOut();
  }

  /** Starts again: world, clock, counts, cursors and journal. */
  reset(): void {
    this.restore({});
    this.journal.clear();
    this.tally.restart();
    this.used.clear();
    this.#requests = 0;
  }

  /**
   * Puts a ledger in place of everything that has changed.
   * @param worldBegan when the world that it changes began, if not when this one did
   */
  restore(data: LedgerData, worldBegan = this.#setup.worldBegan): void {
    this.#setup = { ...this.#setup, worldBegan };
    this.ledger.load(data);
    for (const file of this.cursor.files()) this.used.add(file);
    this.#begin();
  }

  /** Plays another scenario from its beginning. */
  play(scenario: Scenario, scenarioRef: Json): void {
    this.#setup = { ...this.#setup, scenario, scenarioRef };
    this.#idHead = undefined;
    this.reset();
  }

  /** The session is no more: whoever waits on its clock or reads its journal need not wait any longer. */
  end(): void {
    this.#clock.retire();
    this.journal.end();
  }

  /** Puts a changed scenario under the session; what has changed in the world since stays. */
  renew(scenario: Scenario): void {
    this.#setup = { ...this.#setup, scenario };
    this.#begin();
  }

  #begin(): void {
    const { system, worldBegan, scenario } = this.#setup;
    const start = { at: scenario.clock ?? system(), frozen: scenario.frozen };
    const before = this.#clock as SessionClock | undefined;
    this.#clock = new SessionClock(this.ledger.section('clock', 'lazy'), system, start);
    this.#seed = seedFor(scenario, scenario.clock ?? worldBegan);
    this.#world = new World(this.#seed, this.ledger.section('world', 'durable'));
    this.#lives = new Lives(
      scenario.lives,
      this.#world,
      this.ledger.section('lives', 'durable'),
      this.#startedAt(start.at),
    );
    this.#access = accessOf(scenario.platform);
    this.#cursor = undefined;
    this.#view = undefined;
    this.#layOut();
    before?.retire();
  }

  #layOut(): void {
    const laid = [...this.ledger.section('laid-steps', 'durable').entries()].flatMap(
      ([name, written]): Step[] => {
        const read = readOneStep(written, name, true);
        return read.ok ? [read.value] : [];
      },
    );
    this.#steps = stepBook([...laid, ...this.#setup.scenario.steps]);
  }

  /** When this session began, kept with the first change so that a restart does not begin its lifecycles anew. */
  #startedAt(now: number): number {
    const section = this.ledger.section('session', 'lazy');
    const before = section.get('startedAt');
    if (typeof before === 'number') return before;
    section.set('startedAt', now);
    return now;
  }
}

/** Of how many different requests it is kept how often they were made. */
const manyAttempts = 100_000;

function idHead({ name, seed }: Session): string {
  const head = hashHex(`${name} ${seed}`);
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-4${head.slice(13, 16)}-8${head.slice(9, 12)}-`;
}

function count(section: Section, key: string): number {
  const before = section.get(key);
  const now = (typeof before === 'number' ? before : 0) + 1;
  section.set(key, now);
  return now;
}

function dropFirst(section: Section): void {
  for (const [key] of section.entries()) return section.delete(key);
}
