import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;
const alias = { '~': `${root}app`, db: `${root}db`, dev: `${root}dev` };
/** A line that nobody expected is a failure: either the product is noisy or the test does not say what it provokes. */
const onConsoleLog = (log: string) => {
  throw new Error(`Unexpected output: ${log}`);
};

/** What is waited for comes when it comes: a second, the default, is too short for a busy machine. */
const patience = { poll: { timeout: 50_000 } };

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    onConsoleLog,
    projects: [
      {
        resolve: { alias },
        // No test depends on how fast the machine is.
        test: {
          name: 'unit',
          root,
          include: ['tests/unit/**/*.test.ts'],
          testTimeout: 60_000,
          expect: patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          root,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          setupFiles: ['tests/support/connections.ts', 'tests/support/tell-log.ts'],
          expect: patience,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          root,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts', 'tests/support/demo-site.ts'],
          setupFiles: ['tests/support/connections.ts', 'tests/support/tell-log.ts'],
          expect: patience,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        // Not among `npm test`: they take minutes, and some need what not every machine gives.
        test: {
          name: 'bad-days',
          root,
          include: ['tests/bad-days/**/*.test.ts'],
          setupFiles: ['tests/support/connections.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
