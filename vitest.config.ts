import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Tests keep nothing in modules, and to load those anew for each file would take half of the time.
    isolate: false,
    // Vitest would take one on two cores, but much of the time goes to waiting for processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/setup/build.ts'],
  },
});
