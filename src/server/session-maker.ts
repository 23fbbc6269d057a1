import { isJsonObject, type Json, type JsonObject } from '../exchange/json.js';
import type { Scenario } from '../scenario/scenario.js';
import type { SystemTime } from '../session/clock.js';
import { type ModeName, recordingSection, Session, type Tools } from '../session/session.js';
import type { SavedSession, SessionStore } from '../session/store.js';

/** What new sessions are made of. */
export interface SessionMakerSetup {
  readonly mode: ModeName;
  readonly scenario: Scenario;
  /** As the server was asked for it; kept, so that a restart finds it again. */
  readonly scenarioRef: Json;
  readonly system: SystemTime;
  readonly tools: Tools;
  readonly store: SessionStore;
  /** Finds a scenario again; undefined when it cannot be played any more. */
  readonly findScenario: (ref: Json, seed: number) => Promise<Scenario | undefined>;
  /** Something a person should read, e.g. that a damaged state file was set aside. */
  readonly warn: (message: string) => void;
}

/** A scenario and how it was asked for. */
export interface Played {
  readonly ref: Json;
  readonly scenario: Scenario;
}

/** Makes sessions: fresh ones, and those that the store kept as they were. */
export class SessionMaker {
  readonly #setup: SessionMakerSetup;
  readonly #began: number;
  /** When sessions were put away, so that their clocks have gone on when they come back. */
  readonly #away = new Map<string, number>();
  /** What the server plays. */
  #served: Scenario;

  constructor(setup: SessionMakerSetup) {
    this.#setup = setup;
    this.#began = setup.system();
    this.#served = setup.scenario;
  }

  /** Has new sessions play a changed scenario; what the server was asked for is the same. */
  turnTo(scenario: Scenario): void {
    this.#served = scenario;
  }

  /** Says that a session goes to the store, and will come back later than it went. */
  goesAway(name: string): void {
    this.#away.set(name, this.#setup.system());
  }

  /** Says that a session will not come back. */
  forget(name: string): void {
    this.#away.delete(name);
  }

  /** A session at its beginning; without a scenario it plays the server's. */
  fresh(name: string, played?: Played): Session {
    const { scenarioRef: ref } = this.#setup;
    return this.#create(name, played ?? { ref, scenario: this.#served }, this.#began);
  }

  /** A session as the store has it; undefined when there is none, or none that could go on. */
  async restore(name: string): Promise<Session | undefined> {
    const { store, warn } = this.#setup;
    const loaded = await store.load(name);
    if (loaded.found === 'nothing') return undefined;
    if (loaded.found === 'damaged') {
      warn(
        `state of session ${name} could not be read (${loaded.why}): ${loaded.file} was set aside as ${loaded.aside}; the session starts again`,
      );
      return undefined;
    }
    const { about } = loaded.session;
    const fits = this.#goesOn(about);
    const session = fits ? await this.#revive(name, loaded.session) : undefined;
    if (session || !('world' in loaded.session.ledger)) return session;
    const aside = await store.setAside(name);
    const kept = aside === undefined ? 'its state is given up' : `its state was set aside as ${aside}`;
    const why = fits ? 'which cannot be played any more' : 'which is not what this server was started for';
    warn(`session ${name} played ${nameOf(about['scenario'])}, ${why}: ${kept}; the session starts again`);
    return undefined;
  }

  /** Whether a kept session fits this server: one that did what its server was started for does so again. */
  #goesOn({ mode, scenario, server }: JsonObject): boolean {
    if (mode !== this.#setup.mode) return false;
    const followed = server !== undefined && isSame(scenario ?? null, server);
    return !followed || isSame(server, this.#setup.scenarioRef);
  }

  async #revive(name: string, { about, ledger }: SavedSession): Promise<Session | undefined> {
    const { scenarioRef, findScenario, system } = this.#setup;
    const ref = about['scenario'] ?? null;
    const seed = typeof about['seed'] === 'number' ? about['seed'] : this.#served.seed;
    const own = seed === this.#served.seed && isSame(ref, scenarioRef);
    const scenario = own ? this.#served : await findScenario(ref, seed);
    if (!scenario) return undefined;
    const worldBegan = typeof about['worldBegan'] === 'number' ? about['worldBegan'] : this.#began;
    const kept = about['run'] === this.#began ? ledger : without(ledger, recordingSection);
    const session = this.#create(name, { ref, scenario }, worldBegan, kept);
    if (isJsonObject(about['memory'])) session.remember(about['memory']);
    const { clock } = session;
    const away = system() - (this.#away.get(name) ?? system());
    if (!clock.frozen && away > 0) clock.set(clock.now() + away);
    return session;
  }

  #create(name: string, played: Played, worldBegan: number, ledger?: SavedSession['ledger']): Session {
    const { mode, scenarioRef: serverRef, system, tools } = this.#setup;
    const { scenario, ref: scenarioRef } = played;
    const run = this.#began;
    return new Session(
      { name, mode, scenario, scenarioRef, serverRef, worldBegan, run, system, tools },
      ledger,
    );
  }
}

function without(ledger: SavedSession['ledger'], section: string): SavedSession['ledger'] {
  return Object.fromEntries(Object.entries(ledger).filter(([name]) => name !== section));
}

/** Whether two references ask for the same scenario. */
export function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function nameOf(ref: Json | undefined): string {
  if (ref === null) return 'no scenario';
  const { scenario = ref } = isJsonObject(ref) ? ref : {};
  return typeof scenario === 'string' ? `the scenario ${scenario.slice(0, 200)}` : 'a scenario of its own';
}
