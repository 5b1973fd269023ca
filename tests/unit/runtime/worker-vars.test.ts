// Sources of the local worker's variables: the start, the file .dev.vars, and the environment.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { collectVars } from 'dev/worker-vars';
import { expect, it, onTestFinished } from 'vitest';

const DECIDED = {
  DATABASE_URL: 'postgres://here',
  NEON_FETCH_ENDPOINT: 'http://here',
  SITE_URL: 'http://here',
};

it('takes settings from the environment before the file, and the database URL only from the start', () => {
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

it('lets production fetch no host of its own zone behind the rules of that host', () => {
  const [, production = ''] = readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8').split(
    '[env.production]',
  );
  expect(production).toMatch(/^compatibility_flags = \[.*"global_fetch_strictly_public"/m);
});
