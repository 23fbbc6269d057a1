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
  readonly system: SystemTime;
  readonly tools: Tools;
  readonly store: SessionStore;
  /** Finds a scenario again; undefined when it cannot be played any more. */
  readonly findScenario: (ref: Json, seed: number) => Promise<Scenario | undefined>;
  /** How many sessions are kept at hand; beyond, the least recently used are put away. */
  readonly atHand: number;
  /** Something a person should read, e.g. that a damaged state file was set aside. */
  readonly warn: (message: string) => void;
}

/** A scenario and how it was asked for. */
export interface Played {
  readonly ref: Json;
  readonly scenario: Scenario;
}

/** The sessions of one server: those at hand, and those put away in the store. */
export class Roster {
  #setup: RosterSetup;
  readonly #open = new Map<string, Session>();
  readonly #opening = new Map<string, Promise<Session>>();
  readonly #leaving = new Map<string, Promise<void>>();
  /** When sessions were put away, so that their clocks have gone on when they come back. */
  readonly #away = new Map<string, number>();
  readonly #keeper: Keeper;
  readonly #began: number;
  #uses = 0;
  #made = 0;

  constructor(setup: RosterSetup) {
    this.#setup = setup;
    this.#keeper = new Keeper(setup.store);
    this.#began = setup.system();
  }

  /** How the server was asked for its own scenario. */
  get scenarioRef(): Json {
    return this.#setup.scenarioRef;
  }

  /** The session of that name when it is at hand. */
  at(name: string): Session | undefined {
    const session = this.#open.get(name);
    if (session) session.lastUse = ++this.#uses;
    return session;
  }

  /** Opens a session: back from the store when it is kept there, else as a fresh copy of the server's. */
  open(name: string): Promise<Session> {
    return this.#enter(name, async () => (await this.#restore(name)) ?? this.#fresh(name));
  }

  /** A look at a session that leaves it where it is, at hand or put away; undefined when there is none. */
  async look(name: string): Promise<Session | undefined> {
    await this.#leaving.get(name);
    return this.#open.get(name) ?? (await this.#opening.get(name)) ?? (await this.#restore(name));
  }

  /**
   * Makes a session and keeps it; undefined when there is one of that name already. Without a name, the next free
   * `s-N`; without a scenario, the server's.
   */
  async make(name: string | undefined, played?: Played): Promise<Session | undefined> {
    if (name === undefined) {
      for (;;) {
        const made = await this.make(`s-${++this.#made}`, played);
        if (made) return made;
      }
    }
    if (await this.has(name)) return undefined;
    let fresh: Session | undefined;
    const session = await this.#enter(name, async () => (fresh = this.#fresh(name, played)));
    if (session !== fresh) return undefined;
    await this.#keeper.save(session);
    return session;
  }

  /** Whether a session was ever named, here or in the store. */
  async has(name: string): Promise<boolean> {
    return this.#open.has(name) || this.#opening.has(name) || (await this.#setup.store.list()).includes(name);
  }

  /** Names of all sessions, at hand or put away, sorted. */
  async names(): Promise<string[]> {
    return [...new Set([...this.#open.keys(), ...(await this.#setup.store.list())])].sort();
  }

  /** Forgets a session and all that is kept of it. */
  async remove(name: string): Promise<void> {
    await this.#opening.get(name);
    await this.#leaving.get(name);
    const session = this.#open.get(name);
    this.#open.delete(name);
    this.#away.delete(name);
    session?.end();
    await this.#keeper.forget(name, session);
  }

  /** Writes a whole session in place of what is kept of it. */
  save(session: Session): Promise<void> {
    return this.#keeper.save(session);
  }

  /** Writes what has changed in a session. */
  commit(session: Session): Promise<void> {
    return this.#keeper.commit(session);
  }

  /** Takes up the changed scenario of a reference under every session at hand that plays it, and for new ones. */
  async renew(ref: Json): Promise<void> {
    const { findScenario, scenarioRef, scenario: before } = this.#setup;
    const changed = new Map<number, Promise<Scenario | undefined>>();
    const find = (wanted: number): Promise<Scenario | undefined> => {
      const found = changed.get(wanted) ?? findScenario(ref, wanted);
      changed.set(wanted, found);
      return found;
    };
    const served = isSame(ref, scenarioRef) ? await find(before.seed) : undefined;
    if (served) this.#setup = { ...this.#setup, scenario: served };
    for (const session of [...this.#open.values()].filter((one) => isSame(ref, one.scenarioRef))) {
      const scenario = await find(session.seed);
      if (scenario) session.renew(scenario);
    }
  }

  /**
   * Writes every session and lets go of the store.
   * @throws what the store threw first, once all of them were tried
   */
  async close(): Promise<void> {
    await Promise.all(this.#leaving.values());
    const sessions = [...this.#open.values()];
    const saved = await Promise.allSettled(sessions.map((session) => this.#keeper.save(session)));
    for (const session of sessions) session.end();
    await this.#setup.store.close();
    for (const one of saved) if (one.status === 'rejected') throw one.reason;
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
    let oldest: Session | undefined;
    for (const session of this.#open.values()) {
      if (session.busy === 0 && session.lastUse < (oldest?.lastUse ?? Infinity)) oldest = session;
    }
    if (oldest) this.#leaving.set(oldest.name, this.#putAway(oldest));
  }

  async #putAway(session: Session): Promise<void> {
    const { name } = session;
    this.#open.delete(name);
    this.#away.set(name, this.#setup.system());
    try {
      await this.#keeper.save(session);
    } catch (error) {
      this.#open.set(name, session);
      this.#setup.warn(
        `session ${name} could not be put away and stays at hand: ${(error as Error).message}`,
      );
    } finally {
      this.#leaving.delete(name);
    }
  }

  /** A session as the store has it; undefined when there is none, or none that could go on. */
  async #restore(name: string): Promise<Session | undefined> {
    const { store, warn } = this.#setup;
    const loaded = await store.load(name);
    if (loaded.found === 'nothing') return undefined;
    if (loaded.found === 'damaged') {
      warn(
        `state of session ${name} could not be read (${loaded.why}): ${loaded.file} was set aside as ${loaded.aside}; the session starts again`,
      );
      return undefined;
    }
    const session = await this.#revive(name, loaded.session);
    if (!session)
      warn(`session ${name} played a scenario that is not there any more; it starts again with the server's`);
    return session;
  }

  async #revive(name: string, { about, ledger }: SavedSession): Promise<Session | undefined> {
    const { scenarioRef, scenario: served, findScenario, system } = this.#setup;
    const ref = about['scenario'] ?? null;
    const seed = typeof about['seed'] === 'number' ? about['seed'] : served.seed;
    const own = seed === served.seed && isSame(ref, scenarioRef);
    const scenario = own ? served : await findScenario(ref, seed);
    if (!scenario) return undefined;
    this.#keeper.knows(name);
    const worldBegan = typeof about['worldBegan'] === 'number' ? about['worldBegan'] : this.#began;
    const session = this.#create(name, { ref, scenario }, worldBegan, ledger);
    if (isJsonObject(about['memory'])) session.remember(about['memory']);
    const { clock } = session;
    const away = system() - (this.#away.get(name) ?? system());
    if (!clock.frozen && away > 0) clock.set(clock.now() + away);
    return session;
  }

  #fresh(name: string, played?: Played): Session {
    const { scenarioRef: ref, scenario } = this.#setup;
    return this.#create(name, played ?? { ref, scenario }, this.#began);
  }

  #create(name: string, played: Played, worldBegan: number, ledger?: SavedSession['ledger']): Session {
    const { mode, system, tools } = this.#setup;
    const { scenario, ref: scenarioRef } = played;
    return new Session({ name, mode, scenario, scenarioRef, worldBegan, system, tools }, ledger);
  }
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
