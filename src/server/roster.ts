import type { Json } from '../exchange/json.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Session } from '../session/session.js';
import { Keeper } from './keeper.js';
import { TooManySessions } from './too-many-sessions.js';
import { isSame, type Played, SessionMaker, type SessionMakerSetup } from './session-maker.js';

/** What the sessions of one server are made of, and how many of them are open at a time. */
export interface RosterSetup extends SessionMakerSetup {
  /** How many sessions are kept at hand; beyond, the least recently used are put away. */
  readonly atHand: number;
  /** How many sessions there may be, at hand or put away; nobody gets another one. */
  readonly most: number;
}

/** The sessions of one server: those at hand, and those put away in the store. */
export class Roster {
  readonly #setup: RosterSetup;
  readonly #open = new Map<string, Session>();
  readonly #opening = new Map<string, Promise<Session>>();
  readonly #leaving = new Map<string, Promise<void>>();
  readonly #keeper: Keeper;
  readonly #maker: SessionMaker;
  /** Names of all sessions, read from the store once, as nobody else writes there. */
  #known: Promise<Set<string>> | undefined;
  #uses = 0;
  #made = 0;
  #closing: Promise<void> | undefined;

  constructor(setup: RosterSetup) {
    this.#setup = setup;
    this.#keeper = new Keeper(setup.store);
    this.#maker = new SessionMaker(setup);
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
    return this.#enter(name, async () => (await this.#restore(name)) ?? this.#maker.fresh(name));
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
    const session = await this.#enter(name, async () => (fresh = this.#maker.fresh(name, played)));
    if (session !== fresh) return undefined;
    await this.#keeper.save(session);
    return session;
  }

  /** Whether a session was ever named, here or in the store. */
  async has(name: string): Promise<boolean> {
    return this.#opening.has(name) || (await this.#names()).has(name);
  }

  /** Names of all sessions, at hand or put away, sorted. */
  async names(): Promise<string[]> {
    return [...(await this.#names())].sort();
  }

  /** Forgets a session and all that is kept of it. */
  async remove(name: string): Promise<void> {
    await this.#opening.get(name);
    await this.#leaving.get(name);
    const names = await this.#names();
    const session = this.#open.get(name);
    this.#open.delete(name);
    this.#maker.forget(name);
    names.delete(name);
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
    if (served) this.#maker.turnTo(served);
    for (const session of [...this.#open.values()].filter((one) => isSame(ref, one.scenarioRef))) {
      const scenario = await find(session.seed);
      if (scenario) session.renew(scenario);
    }
  }

  /**
   * Writes every session and lets go of the store.
   * @throws what the store threw first, once all of them were tried
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#finish());
  }

  #names(): Promise<Set<string>> {
    return (this.#known ??= this.#setup.store.list().then((names) => new Set(names)));
  }

  async #restore(name: string): Promise<Session | undefined> {
    const session = await this.#maker.restore(name);
    if (session) this.#keeper.knows(name);
    else (await this.#names()).delete(name);
    return session;
  }

  #enter(name: string, make: () => Promise<Session>): Promise<Session> {
    let opening = this.#opening.get(name);
    if (!opening) {
      opening = this.#bringIn(name, make).finally(() => this.#opening.delete(name));
      this.#opening.set(name, opening);
    }
    return opening;
  }

  async #bringIn(name: string, make: () => Promise<Session>): Promise<Session> {
    await this.#leaving.get(name);
    const names = await this.#names();
    if (!names.has(name) && names.size >= this.#setup.most) throw new TooManySessions(this.#setup.most);
    const session = this.#open.get(name) ?? (await make());
    this.#open.set(name, session);
    names.add(name);
    session.lastUse = ++this.#uses;
    // Not before those who asked for it have had their turn.
    setImmediate(() => this.#putAwayOldest());
    return session;
  }

  #putAwayOldest(): void {
    while (!this.#closing && this.#open.size > this.#setup.atHand) {
      let oldest: Session | undefined;
      for (const session of this.#open.values()) {
        if (session.busy === 0 && session.lastUse < (oldest?.lastUse ?? Infinity)) oldest = session;
      }
      if (!oldest) return;
      this.#leaving.set(oldest.name, this.#putAway(oldest));
    }
  }

  async #putAway(session: Session): Promise<void> {
    const { name } = session;
    this.#open.delete(name);
    this.#maker.goesAway(name);
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

  async #finish(): Promise<void> {
    await Promise.all(this.#leaving.values());
    const sessions = [...this.#open.values()];
    const saved = await Promise.allSettled(sessions.map((session) => this.#keeper.save(session)));
    for (const session of sessions) session.end();
    await this.#setup.store.close();
    for (const one of saved) if (one.status === 'rejected') throw one.reason;
  }
}
