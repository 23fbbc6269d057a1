import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/exchange/json.js';
import type { LedgerChange, LedgerData } from '../../src/session/ledger.js';
import type { SavedSession, SessionStore } from '../../src/session/store.js';

const session = (ledger: LedgerData, about: JsonObject = { seed: 7 }): SavedSession => ({ about, ledger });

/** What every store must do. */
export function storeCases(open: () => Promise<SessionStore>): void {
  test('a session never saved is not found', async () => {
    const store = await open();
    expect(await store.load('main')).toEqual({ found: 'nothing' });
  });

  test('a saved session comes back as it was', async () => {
    const store = await open();
    const saved = session({ world: { 'ts-1': { status: 'pending' }, 'ts-2': null }, clock: { now: 12.5 } });
    await store.save('main', saved);
    expect(await store.load('main')).toEqual({ found: 'session', session: saved });
  });

  test('changes are made in the order in which they came, deletions too', async () => {
    const store = await open();
    await store.save('main', session({ world: { a: 1, b: 2 } }));
    await store.append('main', [
      ['world', 'a', null],
      ['world', 'b', undefined],
    ]);
    await store.append('main', [
      ['counts', 'x', [1]],
      ['world', 'c', 3],
    ]);
    expect(await store.load('main')).toEqual({
      found: 'session',
      session: session({ world: { a: null, c: 3 }, counts: { x: [1] } }),
    });
  });

  test('saving puts a session in place of what was there, changes included', async () => {
    const store = await open();
    await store.save('main', session({ world: { a: 1 } }));
    await store.append('main', [['world', 'b', 2]]);
    await store.save('main', session({ world: { c: 3 } }, { seed: 8 }));
    expect(await store.load('main')).toEqual({
      found: 'session',
      session: session({ world: { c: 3 } }, { seed: 8 }),
    });
  });

  test('what is set aside is out of the way, and its name is free', async () => {
    const store = await open();
    await store.save('main', session({ world: { a: 1 } }));
    await store.append('main', [['world', 'b', 2]]);
    await store.setAside('main');
    expect(await store.load('main')).toEqual({ found: 'nothing' });
    expect(await store.list()).toEqual([]);
    await store.save('main', session({ world: { c: 3 } }));
    await store.append('main', [['world', 'd', 4]]);
    expect(await store.load('main')).toEqual({
      found: 'session',
      session: session({ world: { c: 3, d: 4 } }),
    });
    expect(await store.setAside('nobody')).toBeUndefined();
  });

  test('what is asked for without waiting happens in the order of asking', async () => {
    const store = await open();
    const asked = [
      store.save('main', session({ world: { a: 1 } })),
      store.append('main', [['world', 'b', 2]]),
      store.remove('main'),
      store.save('main', session({ world: { c: 3 } })),
      ...Array.from({ length: 100 }, (_, n) => store.append('main', [['counts', `n${n % 10}`, n]])),
    ];
    await Promise.all(asked);
    const counts = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`n${n}`, 90 + n]));
    expect(await store.load('main')).toEqual({
      found: 'session',
      session: session({ world: { c: 3 }, counts }),
    });
  });

  test('no changes are nothing to write, also for a session never saved', async () => {
    const store = await open();
    await store.append('main', []);
    expect(await store.list()).toEqual([]);
  });

  test('changes of a session never saved are refused with what to do', async () => {
    const store = await open();
    await expect(store.append('main', [['world', 'a', 1]])).rejects.toMatchObject({
      code: 'state-unwritten',
      message: expect.stringMatching(/session "main" cannot be added: .*Save the session first/) as unknown,
    });
    await store.save('main', session({}));
    expect(await store.load('main')).toEqual({ found: 'session', session: session({}) });
  });

  test('a removed session is forgotten, and may be saved anew', async () => {
    const store = await open();
    await store.save('main', session({ world: { a: 1 } }));
    await store.remove('main');
    await store.remove('never-there');
    expect(await store.load('main')).toEqual({ found: 'nothing' });
    await expect(store.append('main', [['world', 'a', 1]])).rejects.toMatchObject({
      code: 'state-unwritten',
    });
    await store.save('main', session({ world: { b: 2 } }));
    expect(await store.load('main')).toEqual({ found: 'session', session: session({ world: { b: 2 } }) });
  });

  test('sessions are listed by their names and kept apart, whatever those are', async () => {
    const store = await open();
    const names = [
      'main',
      'Main',
      'a/b',
      '../up',
      '.',
      '..',
      '',
      'ü',
      'x\ud800',
      'x\udfff',
      '%41',
      'A',
      'con',
      'a b',
    ];
    names.push('long'.repeat(100), `${'long'.repeat(100)}!`);
    for (const name of names) await store.save(name, session({ name: { is: name } }));
    expect((await store.list()).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(await store.load(name)).toEqual({ found: 'session', session: session({ name: { is: name } }) });
    }
  });

  test('what was loaded is the reader’s own', async () => {
    const store = await open();
    await store.save('main', session({ world: { a: 1 } }));
    const first = await store.load('main');
    if (first.found === 'session') (first.session.ledger['world'] ?? {})['a'] = 2;
    expect(await store.load('main')).toEqual({ found: 'session', session: session({ world: { a: 1 } }) });
  });

  test('a closed store says so, and may be closed again', async () => {
    const store = await open();
    await store.close();
    await store.close();
    await expect(store.load('main')).rejects.toMatchObject({ code: 'closed' });
    await expect(store.save('main', session({}))).rejects.toMatchObject({ code: 'closed' });
    await expect(store.append('main', [])).rejects.toMatchObject({ code: 'closed' });
    await expect(store.remove('main')).rejects.toMatchObject({ code: 'closed' });
    await expect(store.list()).rejects.toMatchObject({ code: 'closed' });
  });

  test('any ledger comes back after any changes', async () => {
    const store = await open();
    const name = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', '1', '\n'),
      fc.string({ unit: 'binary' }),
    );
    const value = fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)) as Json);
    const key = fc.tuple(fc.constantFrom('world', 'lives', '__proto__'), name);
    const change = fc
      .tuple(key, fc.option(value, { nil: undefined }))
      .map(([[section, id], json]): LedgerChange => [section, id, json]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, value)),
        fc.array(fc.array(change, { minLength: 1 })),
        async (begin, appends) => {
          const world = Object.fromEntries(begin);
          const expected = new Map(begin.map(([id, json]) => [`world\n${id}`, json]));
          await store.save('any', session({ world }));
          for (const changes of appends) await store.append('any', changes);
          for (const [section, id, json] of appends.flat()) {
            if (json === undefined) expected.delete(`${section}\n${id}`);
            else expected.set(`${section}\n${id}`, json);
          }
          const loaded = await store.load('any');
          const ledger = loaded.found === 'session' ? loaded.session.ledger : {};
          const found = Object.entries(ledger).flatMap(([section, values]) =>
            Object.entries(values).map(([id, json]): [string, Json] => [`${section}\n${id}`, json]),
          );
          expect(new Map(found)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
}
