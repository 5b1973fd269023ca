// The local commands: starting, stopping and restarting the site, and their error messages.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildMachine } from '../../support/site/machine';

const ARTICLES = 'select count(*)::int as articles from articles';

it('starts from nothing, ends its processes, and continues with the same data', async () => {
  const machine = await buildMachine();
  onTestFinished(() => machine.dispose());
  await machine.start();
  expect(await (await machine.site.get('/')).text()).toContain('FEATURED STORY');
  const { rows: before } = await machine.db.query(ARTICLES);
  expect(before[0].articles).toBeGreaterThan(43);
  await machine.db.query(
    "update articles set title = 'Changed by hand' where slug = (select min(slug) from articles)",
  );
  const started = machine.processes();
  expect(started.length).toBeGreaterThan(3);
  await machine.db.end();
  machine.stop();
  expect(await machine.ended).toBe(0);
  expect(machine.output()).toContain('Stopping');
  // npm waits for the site.
  expect(await fetch(`${machine.url}/healthz`).catch(() => 'refused')).toBe('refused');
  await expect.poll(() => started.filter(machine.isAlive)).toEqual([]);

  await machine.start();
  expect(machine.output()).toMatch(/Build +up to date/);
  expect(machine.output()).toMatch(/Migrations +up to date/);
  expect((await machine.db.query(ARTICLES)).rows).toEqual(before);
  const { rows } = await machine.db.query("select 1 from articles where title = 'Changed by hand'");
  expect(rows).toHaveLength(1);
  // Building and seeding from nothing takes a minute on a busy computer.
}, 180_000);

describe('invalid commands', () => {
  /** Returns the exit code and the output. */
  async function run(
    verb: string,
    env: Record<string, string>,
    ...args: string[]
  ): Promise<[number | null, string]> {
    const dataDir = mkdtempSync(join(tmpdir(), 'magazine-verb-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const child = spawn(join(projectRoot, 'node_modules/.bin/tsx'), [`dev/${verb}.ts`, ...args], {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: '', SITE_URL: '', PORT: '', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
      });
    const code = await new Promise<number | null>((done) => child.once('close', done));
    // Nothing was created that would have to be cleaned up.
    if (!env.DATA_DIR) expect(readdirSync(dataDir)).toEqual([]);
    return [code, output];
  }

  it('report a port that another program uses', async () => {
    const server = createServer();
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port));
    });
    onTestFinished(() => void server.close());
    const [code, output] = await run('start', { PORT: String(port) });
    expect([code, output.trim()]).toEqual([
      1,
      `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    ]);
  });

  it.each<[what: string, verb: string, env: Record<string, string>, args: string[], message: string]>([
    [
      'an invalid port',
      'start',
      { PORT: 'web' },
      [],
      'PORT is "web": it must be a whole number from 1 to 65535.',
    ],
    [
      'an invalid database address',
      'start',
      { DATABASE_URL: 'mysql://x' },
      [],
      'DATABASE_URL must look like',
    ],
    [
      'a database that is not running',
      'migrate',
      { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:9/magazine' },
      [],
      'Nothing answers at 127.0.0.1:9. Is the database running?',
    ],
    [
      'a data folder that cannot be created',
      'start',
      { DATA_DIR: '/dev/null/data' },
      [],
      'Choose another one with DATA_DIR=',
    ],
    ['a deploy without a database', 'migrate', {}, ['--production'], 'DATABASE_URL is not set'],
    [
      'an administrator of another site without its database',
      'admin',
      { SITE_URL: 'https://magazine.example' },
      ['create', 'ann@example.com'],
      'DATABASE_URL is not set',
    ],
  ])('report %s', async (_, verb, env, args, message) => {
    const [code, output] = await run(verb, env, ...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
    // A sentence for people, without a stack trace or password.
    expect(output).not.toMatch(/^\s+at |secret/m);
  });
});
