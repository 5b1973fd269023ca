// The verbs of a machine of one's own: how the magazine starts, ends and starts again, and how it explains that it cannot.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildMachine } from '../support/machine';

const ARTICLES = 'select count(*)::int as articles from articles';

it('starts from nothing, takes all it began along when it ends, and goes on where it was', async () => {
  const machine = await buildMachine();
  onTestFinished(() => machine.scrap());
  await machine.start();
  expect(await (await machine.site.get('/')).text()).toContain('FEATURED STORY');
  const { rows: before } = await machine.db.query(ARTICLES);
  expect(before[0].articles).toBeGreaterThan(43);
  await machine.db.query(
    "update articles set title = 'Changed by hand' where slug = (select min(slug) from articles)",
  );
  const begun = machine.processes();
  expect(begun.length).toBeGreaterThan(3);
  await machine.db.end();
  machine.stop();
  expect(await machine.ended).toBe(0);
  expect(machine.said()).toContain('Stopping');
  await expect.poll(() => begun.filter(machine.isAlive)).toEqual([]);
  expect(await fetch(`${machine.url}/healthz`).catch(() => 'nobody')).toBe('nobody');

  await machine.start();
  expect(machine.said()).toMatch(/Build +up to date/);
  expect(machine.said()).toMatch(/Migrations +up to date/);
  expect((await machine.db.query(ARTICLES)).rows).toEqual(before);
  const { rows } = await machine.db.query("select 1 from articles where title = 'Changed by hand'");
  expect(rows).toHaveLength(1);
  // A machine is built and seeded from nothing: on a busy one that takes a minute.
}, 180_000);

describe('what cannot be done', () => {
  /** The exit code, and all that was said. */
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
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString();
      });
    const code = await new Promise<number | null>((done) => child.once('close', done));
    // Nothing was begun that would have to be taken back.
    if (!env.DATA_DIR) expect(readdirSync(dataDir)).toEqual([]);
    return [code, said];
  }

  it('is a start on a port that another program has', async () => {
    const server = createServer();
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port));
    });
    onTestFinished(() => void server.close());
    const [code, said] = await run('start', { PORT: String(port) });
    expect([code, said.trim()]).toEqual([
      1,
      `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    ]);
  });

  it.each<[what: string, verb: string, env: Record<string, string>, args: string[], words: string]>([
    [
      'a port that is none',
      'start',
      { PORT: 'web' },
      [],
      'PORT is "web": it must be a whole number from 1 to 65535.',
    ],
    [
      'an address of a database that is none',
      'start',
      { DATABASE_URL: 'mysql://x' },
      [],
      'DATABASE_URL must look like',
    ],
    [
      'a database where nobody is',
      'migrate',
      { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:9/magazine' },
      [],
      'Nothing answers at 127.0.0.1:9. Is the database running?',
    ],
    [
      'a data folder that cannot be made',
      'start',
      { DATA_DIR: '/dev/null/data' },
      [],
      'Choose another one with DATA_DIR=',
    ],
    [
      'a deploy that does not say to which database',
      'migrate',
      {},
      ['--production'],
      'DATABASE_URL is not set',
    ],
    [
      'an administrator of another site without its database',
      'admin',
      { SITE_URL: 'https://magazine.example' },
      ['create', 'ann@example.com'],
      'DATABASE_URL is not set',
    ],
  ])('is %s', async (_, verb, env, args, words) => {
    const [code, said] = await run(verb, env, ...args);
    expect(code).toBe(1);
    expect(said).toContain(words);
    // A sentence for people: no trace of the program, no password.
    expect(said).not.toMatch(/^\s+at |secret/m);
  });
});
