import { test as base, type TestAPI } from 'vitest';
import { journalText, refusalsText } from './journal-text.js';
import { restage, type RestageOptions } from './restage.js';
import { sessionNames } from './session-names.js';
import type { Stand } from './stand.js';

export type { RestageOptions } from './restage.js';
export type { Stand } from './stand.js';

/** Options of a `test` with a stand. */
export interface RestageTestOptions extends RestageOptions {
  /** Whether a test may pass although its session saw requests that restage had no answer for. */
  readonly allowRefusals?: boolean;
}

/** What a `test` with a stand hands to its tests. */
export interface RestageFixtures {
  /** A session of its own, fresh for this test and closed after it. */
  readonly restage: Stand;
}

interface WorkerFixtures {
  readonly restageServer: Stand;
}

/**
 * Vitest's `test` with a fixture `restage`: one server a worker, one session a test. A session is named after its test,
 * so that chances fall the same each time. A test whose session saw a refusal fails with the reasons, and the journal
 * of a test that failed is printed.
 */
export function restageTest(options: RestageTestOptions = {}): TestAPI<RestageFixtures & WorkerFixtures> {
  const { allowRefusals = false, ...serverOptions } = options;
  const nameSession = sessionNames();
  return base.extend<RestageFixtures & WorkerFixtures>({
    restageServer: [
      // eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are wanted: none
      async ({}, use) => {
        const server = await restage(serverOptions);
        await use(server);
        await server.close();
      },
      { scope: 'worker' },
    ],
    restage: async ({ restageServer, task }, use) => {
      const stand = await restageServer.session(nameSession(task));
      await use(stand);
      const { entries } = stand.journal();
      const { refusals } = stand.report();
      await stand.close();
      const refused = refusals.length > 0 && !allowRefusals;
      if (refused || task.result?.state === 'fail') console.error(journalText(stand.name, entries));
      if (refused) throw new Error(refusalsText(refusals));
    },
  });
}

/** `test` against the bundled scenario `default`; see {@link restageTest}. */
export const test = restageTest();
