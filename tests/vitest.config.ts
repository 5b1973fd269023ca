import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;
// Vitest empties the objects that it is given.
const define = { TEST_SUPPORT: 'true', EDITOR_SCRIPTS: '[]', BUILD_ID: "''" };
const alias = { '~': `${root}app`, db: `${root}db`, dev: `${root}dev` };
/**
 * Unexpected output is a failure: either the product logs too much or the test does not declare what it
 * provokes.
 */
const onConsoleLog = (log: string) => {
  throw new Error(`Unexpected output: ${log}`);
};

/** Vitest's default of one second is too short for a busy machine. */
const expectOptions = { poll: { timeout: 50_000 } };

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    onConsoleLog,
    projects: [
      {
        define: { ...define },
        resolve: { alias },
        // No test depends on the machine's speed.
        test: {
          name: 'unit',
          root,
          include: ['tests/unit/**/*.test.ts'],
          testTimeout: 60_000,
          expect: expectOptions,
        },
      },
      {
        define: { ...define },
        resolve: { alias },
        test: {
          name: 'integration',
          root,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          setupFiles: ['tests/support/connections.ts', 'tests/support/attach-log.ts'],
          // Files share the process, so that modules, sites and browsers are loaded and started once.
          isolate: false,
          expect: expectOptions,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        define: { ...define },
        resolve: { alias },
        test: {
          name: 'e2e',
          root,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts', 'tests/support/site/demo-site.ts'],
          setupFiles: ['tests/support/connections.ts', 'tests/support/attach-log.ts'],
          isolate: false,
          expect: expectOptions,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        define: { ...define },
        resolve: { alias },
        // Not part of `npm test`: these take minutes, and some need root.
        test: {
          name: 'faults',
          root,
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/support/connections.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
