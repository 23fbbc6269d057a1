import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of the built command, of its packages and of how it fares over time. */
const whole = ['test/{e2e,soak,bench,scripts}/**/*.test.ts', 'test/edges/large-bodies.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Vitest would take one on two cores, but much of the time goes to waiting for processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/setup/build.ts'],
    projects: [
      {
        extends: true,
        // These keep nothing in modules, and to load those anew for each file would take half of the time.
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: whole, isolate: false },
      },
      { extends: true, test: { name: 'whole', include: whole } },
    ],
  },
});
