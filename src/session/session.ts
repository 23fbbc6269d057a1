import type { Materials } from '../emulator/call.js';
import { type Access, accessOf } from '../emulator/platform/access.js';
import { World } from '../emulator/world.js';
import { isJsonObject, type Json, type JsonObject } from '../exchange/json.js';
import type { LimitWindow, Verdict } from '../scenario/limit.js';
import { readOneStep } from '../scenario/read-step.js';
import type { Otherwise, Scenario } from '../scenario/scenario.js';
import type { Step } from '../scenario/step.js';
import { type StepBook, stepBook } from '../scenario/step-book.js';
import { SessionClock, type SystemTime } from './clock.js';
import { Journal } from './journal.js';
import { keepJournal, recallJournal } from './journal-keeping.js';
import { Ledger, type LedgerData, type Section } from './ledger.js';
import { Lives } from './lives.js';
import { seedFor } from './seeds.js';
import { type Counts, Tally } from './tally.js';

/** What a mode may be called. */
export type ModeName = 'serve' | 'record' | 'replay' | 'passthrough';

/** What sources need from outside this process, handed in by the edges. */
export interface Tools {
  readonly materials: Materials;
  readonly isSshKey: (text: string) => boolean;
}

/** What a session is made of. */
export interface SessionSetup {
  readonly name: string;
  readonly mode: ModeName;
  readonly scenario: Scenario;
  /** How the scenario was asked for: its name, or itself as plain data. */
  readonly scenarioRef: Json;
  readonly seed: number;
  /** When the world of the scenario began, ms since 1970; sessions that share it share the world's memory. */
  readonly worldBegan: number;
  readonly system: SystemTime;
  readonly tools: Tools;
}

/** One isolated run: its world, clock, counters and journal. All that changes lies in its ledger. */
export class Session {
  readonly name: string;
  readonly mode: ModeName;
  readonly tools: Tools;
  readonly ledger = new Ledger();
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
  #requests = 0;

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
    return this.#setup.seed;
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
  /** The steps of this session, those laid by the control API before the scenario's own. */
  get steps(): StepBook {
    return this.#steps;
  }

  /** What is kept beside the ledger, so that the session can be opened again. */
  get about(): JsonObject {
    const { mode, scenarioRef, seed, worldBegan } = this.#setup;
    return { mode, scenario: scenarioRef, seed, worldBegan, memory: this.#memory() };
  }

  /** Takes back what {@link about} kept of the journal and the counts. */
  remember(memory: JsonObject): void {
    recallJournal(this.journal, memory['journal']);
    if (isJsonObject(memory['tally'])) this.tally.restart(memory['tally'] as unknown as Counts);
    if (typeof memory['requests'] === 'number') this.#requests = memory['requests'];
  }

  /** The same session apart from its journal, to try something in without changing this one. */
  fork(): Session {
    return new Session(this.#setup, this.ledger.toData());
  }

  /** Counts a request that came to a step; how many there were, this one included. */
  countStep(name: string): number {
    return count(this.ledger.section('steps', 'lazy'), name);
  }

  /** How many requests have come to a step. */
  stepCount(name: string): number {
    const counted = this.ledger.section('steps', 'lazy').get(name);
    return typeof counted === 'number' ? counted : 0;
  }

  /** Counts how often the same request was made, this time included. */
  countAttempt(request: string): number {
    return count(this.ledger.section('attempts', 'lazy'), request);
  }

  /** Counts a request in a window of a rate limit. */
  countWindow(name: string, verdict: (before: LimitWindow | undefined) => Verdict): Verdict {
    const windows = this.ledger.section('limits', 'lazy');
    const result = verdict(windows.get(name) as unknown as LimitWindow | undefined);
    windows.set(name, result.window as unknown as Json);
    return result;
  }

  /** The number of the request now being answered, for ids that must not repeat. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Moves the clock and makes every move that falls due on the way, in order. */
  moveClock(to: number): void {
    this.#lives.settle(Math.max(to, this.#clock.now()));
    this.#clock.set(to);
  }

  /** Lays a step, as the control API takes it, before the scenario's own and after those laid earlier. */
  layStep(name: string, step: JsonObject): void {
    this.ledger.section('laid-steps', 'durable').set(name, step);
    this.#layOut();
  }

  /** How many steps the control API has laid. */
  laidSteps(): number {
    return this.ledger.section('laid-steps', 'durable').size;
  }

  /** Takes away the steps that the control API laid; those of the scenario stay. */
  clearSteps(): void {
    const laid = this.ledger.section('laid-steps', 'durable');
    const counts = this.ledger.section('steps', 'lazy');
    for (const [name] of [...laid.entries()]) {
      laid.delete(name);
      counts.delete(name);
    }
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

  /** Puts a ledger in place of everything that has changed. */
  restore(data: LedgerData): void {
    this.ledger.load(data);
    this.#begin();
  }

  /** Plays another scenario from its beginning. */
  play(scenario: Scenario, scenarioRef: Json, seed = scenario.seed): void {
    this.#setup = { ...this.#setup, scenario, scenarioRef, seed };
    this.reset();
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
    this.#world = new World(
      seedFor(scenario, scenario.clock ?? worldBegan),
      this.ledger.section('world', 'durable'),
    );
    this.#lives = new Lives(
      scenario.lives,
      this.#world,
      this.ledger.section('lives', 'durable'),
      this.#startedAt(start.at),
    );
    this.#access = accessOf(scenario.platform);
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

  #memory(): JsonObject {
    return {
      journal: keepJournal(this.journal),
      tally: this.tally.counts as unknown as JsonObject,
      requests: this.#requests,
    };
  }

  /** When this session began, kept so that a restart does not begin its lifecycles anew. */
  #startedAt(now: number): number {
    const section = this.ledger.section('session', 'durable');
    const before = section.get('startedAt');
    if (typeof before === 'number') return before;
    section.set('startedAt', now);
    return now;
  }
}

function count(section: Section, key: string): number {
  const before = section.get(key);
  const now = (typeof before === 'number' ? before : 0) + 1;
  section.set(key, now);
  return now;
}
