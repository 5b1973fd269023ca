// What reaches the worker on a machine of one's own: what the start decides, the file .dev.vars, the environment by name.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectVars } from 'dev/worker-vars';
import { expect, it, onTestFinished } from 'vitest';

const DECIDED = {
  DATABASE_URL: 'postgres://here',
  NEON_FETCH_ENDPOINT: 'http://here',
  SITE_URL: 'http://here',
};

it('takes settings from the file and, before it, from the environment, but its database from the start alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'magazine-vars-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.dev.vars');
  writeFileSync(
    file,
    [
      'DATABASE_URL=postgres://elsewhere',
      'NEON_FETCH_ENDPOINT=http://elsewhere',
      'MAIL_FROM=file@example.com',
      'JOB_RETRY_SECONDS=9',
      '',
    ].join('\n'),
  );
  const env = {
    DATABASE_URL: 'postgres://outer',
    JOB_LEASE_SECONDS: '5',
    JOB_RETRY_SECONDS: '1',
    PATH: '/bin',
  };
  expect(collectVars(DECIDED, env, file)).toEqual({
    ...DECIDED,
    MAIL_FROM: 'file@example.com',
    JOB_LEASE_SECONDS: '5',
    JOB_RETRY_SECONDS: '1',
  });
});

it('needs no file', () => {
  expect(collectVars(DECIDED, {}, '/nowhere/.dev.vars')).toEqual(DECIDED);
});
