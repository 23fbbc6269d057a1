import { isJsonObject, type Json } from '../exchange/json.js';
import type { Scenario } from '../scenario/scenario.js';
import type { SystemTime } from '../session/clock.js';
import { type ModeName, Session, type Tools } from '../session/session.js';
import type { SavedSession, SessionStore } from '../session/store.js';
import { Keeper } from './keeper.js';

/** What new sessions are made of. */
export interface RosterSetup {
  readonly mode: ModeName;
  readonly scenario: Scenario;
  /** As the server was asked for it; kept, so that a restart finds it again. */
  readonly scenarioRef: Json;
  readonly seed: number;
  readonly system: SystemTime;
  readonly tools: Tools;
  readonly store: SessionStore;
  /** Finds the scenario of a session that comes back from the store; undefined when it cannot be played any more. */
  readonly findScenario: (ref: Json) => Promise<Scenario | undefined>;
  /** How many sessions are kept at hand; beyond, the least recently used are put away. */
  readonly atHand: number;
  /** Something a person should read, e.g. that a damaged state file was set aside. */
  readonly warn: (message: string) => void;
}

/** What a new session shall be like; what is left out is the server's. */
export interface NewSession {
  readonly scenario?: { readonly ref: Json; readonly scenario: Scenario };
  readonly seed?: number;
}

/** The sessions of one server: those at hand, and those put away in the store. */
export class Roster {
  readonly #setup: RosterSetup;
  readonly #open = new Map<string, Session>();
  readonly #opening = new Map<string, Promise<Session>>();
  readonly #leaving = new Map<string, Promise<void>>();
  readonly #keeper: Keeper;
  readonly #began: number;
  #uses = 0;
  #made = 0;

  constructor(setup: RosterSetup) {
    this.#setup = setup;
    this.#keeper = new Keeper(setup.store);
    this.#began = setup.system();
  }

  /** The session of that name when it is at hand. */
  at(name: string): Session | undefined {
    const session = this.#open.get(name);
    if (session) session.lastUse = ++this.#uses;
    return session;
  }

  /** Opens a session: back from the store when it is kept there, else as a fresh copy of the server's. */
  open(name: string): Promise<Session> {
    return this.#enter(name, () => this.#restore(name));
  }

  /** Makes a session; undefined when there is one of that name already. Without a name, the next free `s-N`. */
  async make(name: string | undefined, wish: NewSession): Promise<Session | undefined> {
    if (name !== undefined) {
      if (this.#opening.has(name) || (await this.has(name))) return undefined;
      return this.#enter(name, async () => this.#fresh(name, wish));
    }
    for (;;) {
      const made = await this.make(`s-${++this.#made}`, wish);
      if (made) return made;
    }
  }

  /** Whether a session was ever named, here or in the store. */
  async has(name: string): Promise<boolean> {
    return this.#open.has(name) || (await this.#setup.store.list()).includes(name);
  }

  /** Names of all sessions, at hand or put away, sorted. */
  async names(): Promise<string[]> {
    return [...new Set([...this.#open.keys(), ...(await this.#setup.store.list())])].sort();
  }

  /** Forgets a session and all that is kept of it. */
  async remove(name: string): Promise<void> {
    this.#open.delete(name);
    await this.#leaving.get(name);
    await this.#keeper.forget(name);
  }

  /** Writes a whole session in place of what is kept of it. */
  save(session: Session): Promise<void> {
    return this.#keeper.save(session);
  }

  /** Writes what has changed in a session. */
  commit(session: Session): Promise<void> {
    return this.#keeper.commit(session);
  }

  /** Takes up a changed scenario in every session at hand that plays the one of that reference. */
  async renew(ref: Json, scenario: Scenario): Promise<void> {
    for (const session of this.#open.values()) {
      if (JSON.stringify(session.scenarioRef) === JSON.stringify(ref)) session.renew(scenario);
    }
  }

  /** Writes every session and lets go of the store. */
  async close(): Promise<void> {
    for (const session of this.#open.values()) await this.#keeper.save(session);
    await Promise.all(this.#leaving.values());
    await this.#setup.store.close();
  }

  #enter(name: string, make: () => Promise<Session>): Promise<Session> {
    let opening = this.#opening.get(name);
    if (!opening) {
      opening = (async () => {
        await this.#leaving.get(name);
        const session = this.#open.get(name) ?? (await make());
        this.#open.set(name, session);
        session.lastUse = ++this.#uses;
        this.#putAwayOldest();
        return session;
      })().finally(() => this.#opening.delete(name));
      this.#opening.set(name, opening);
    }
    return opening;
  }

  #putAwayOldest(): void {
    if (this.#open.size <= this.#setup.atHand) return;
    const idle = [...this.#open.values()].filter((session) => session.busy === 0);
    const [oldest] = idle.sort((a, b) => a.lastUse - b.lastUse);
    if (!oldest) return;
    this.#open.delete(oldest.name);
    const leaving = this.#keeper
      .save(oldest)
      .catch((error: unknown) => {
        this.#open.set(oldest.name, oldest);
        this.#setup.warn(
          `session ${oldest.name} could not be put away and stays at hand: ${(error as Error).message}`,
        );
      })
      .finally(() => this.#leaving.delete(oldest.name));
    this.#leaving.set(oldest.name, leaving);
  }

  async #restore(name: string): Promise<Session> {
    const { store, warn } = this.#setup;
    const loaded = await store.load(name);
    if (loaded.found === 'nothing') return this.#fresh(name, {});
    if (loaded.found === 'damaged') {
      warn(
        `state of session ${name} could not be read (${loaded.why}): ${loaded.file} was set aside as ${loaded.aside}; the session starts again`,
      );
      return this.#fresh(name, {});
    }
    const session = await this.#revive(name, loaded.session);
    if (session) return session;
    warn(`session ${name} played a scenario that is not there any more; it starts again with the server's`);
    return this.#fresh(name, {});
  }

  async #revive(name: string, { about, ledger }: SavedSession): Promise<Session | undefined> {
    const ref = about['scenario'] ?? null;
    const own = JSON.stringify(ref) === JSON.stringify(this.#setup.scenarioRef);
    const scenario = own ? this.#setup.scenario : await this.#setup.findScenario(ref);
    if (!scenario) return undefined;
    this.#keeper.knows(name);
    const seed = typeof about['seed'] === 'number' ? about['seed'] : scenario.seed;
    const worldBegan = typeof about['worldBegan'] === 'number' ? about['worldBegan'] : this.#began;
    const session = this.#create(name, { ref, scenario }, seed, worldBegan, ledger);
    if (isJsonObject(about['memory'])) session.remember(about['memory']);
    return session;
  }

  #fresh(name: string, { scenario, seed }: NewSession): Session {
    const own = { ref: this.#setup.scenarioRef, scenario: this.#setup.scenario };
    const played = scenario ?? own;
    const chosen = seed ?? (scenario ? scenario.scenario.seed : this.#setup.seed);
    return this.#create(name, played, chosen, this.#began);
  }

  #create(
    name: string,
    { ref, scenario }: NonNullable<NewSession['scenario']>,
    seed: number,
    worldBegan: number,
    ledger?: SavedSession['ledger'],
  ): Session {
    const { mode, system, tools } = this.#setup;
    return new Session({ name, mode, scenario, scenarioRef: ref, seed, worldBegan, system, tools }, ledger);
  }
}
