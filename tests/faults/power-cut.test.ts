// Cuts the power or kills the worker during a job, a newsletter and saves, then starts again.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setNewsletter, tuesdayAt } from '../support/newsletter';
import { buildMachine, CAN_CUT_POWER, type Machine, printLine } from '../support/site/machine';
import type { Visitor } from '../support/visitor';
import { listBroken, startWork } from './editors';

const READERS = 2_000;
const WAIT_OPTIONS = { timeout: 300_000, interval: 500 };

let machine: Machine;

describe.runIf(CAN_CUT_POWER)('machine under load', () => {
  beforeAll(async () => {
    machine = await buildMachine();
    await machine.start();
  }, 300_000);
  afterAll(() => machine.dispose(), 60_000);

  const count = async (question: string) => (await machine.db.query(question)).rows[0].count as number;

  async function startImages(admin: Visitor): Promise<string> {
    const { rows } = await machine.db.query(
      `insert into articles (title, slug, summary, author, content, status)
       select 'Without image ' || n, 'without-image-' || n || '-' || (random() * 1e9)::int, 'x', 'Dana Whitfield', '<p>x</p>', 'draft'
       from generate_series(1, 24) n returning id`,
    );
    const ids = rows.map(({ id }): [string, string] => ['id', id]);
    const answer = await admin.post('/admin/images', [['intent', 'bulk'], ...ids]);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('location') ?? '', machine.url).searchParams.get('job') ?? '';
  }

  async function waitForJob(job: string) {
    await vi.waitFor(async () => {
      const { rows } = await machine.db.query('select status from jobs where id = $1', [job]);
      expect(rows[0].status).not.toBe('running');
    }, WAIT_OPTIONS);
    const { rows } = await machine.db.query(
      'select status, count(*)::int from job_items where job_id = $1 group by 1',
      [job],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  it('continues a job after a power cut and keeps every acknowledged save', async () => {
    const admin = await machine.signIn();
    const job = await startImages(admin);
    const work = await startWork(machine);
    await vi.waitFor(async () => {
      const done = await count(
        `select count(*)::int from job_items where job_id = '${job}' and status = 'done'`,
      );
      expect(done).toBeGreaterThan(2);
      expect(work.saved.length).toBeGreaterThan(10);
    }, WAIT_OPTIONS);
    machine.cutPower();
    await machine.ended;
    await work.stop();
    await machine.start();
    expect(await waitForJob(job)).toEqual({ done: 24 });
    expect(
      await count(
        `select count(*)::int from (select article_id from generated_images where article_id in
           (select key::uuid from job_items where job_id = '${job}') group by 1 having count(*) <> 1) twice`,
      ),
    ).toBe(0);
    expect(await listBroken(machine, work)).toEqual([]);
    printLine(
      `power cut: ${work.saved.length} saves and ${work.subscribed.length} subscribers kept, ${work.read} pages read`,
    );
  });

  it('sends each subscriber one email despite a power cut', async () => {
    await machine.db.query(
      `insert into leads (email, status) select 'subscriber-' || n || '@faults.example', 'confirmed' from generate_series(1, ${READERS}) n`,
    );
    await setNewsletter(machine.site, { isScheduled: true });
    const tuesday = tuesdayAt(9);
    await machine.db.query(
      "update articles set first_published_at = $1::timestamptz - interval '1 hour' where status = 'published'",
      [tuesday],
    );
    await machine.db.query('delete from outbox');
    expect((await machine.runCron(tuesday)).status).toBe(200);
    const sent = () => count('select count(distinct "to")::int from outbox where "to" like \'subscriber-%\'');
    await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(100), WAIT_OPTIONS);
    machine.cutPower();
    await machine.ended;
    await machine.start();
    const before = await sent();
    await vi.waitFor(async () => {
      await machine.db.query('update newsletter_issues set next_round_at = now()');
      await machine.runCron(tuesday);
      expect(await sent()).toBe(READERS);
    }, WAIT_OPTIONS);
    await machine.runCron(tuesday, '@start');
    expect(await count('select count(*)::int from outbox where "to" like \'subscriber-%\'')).toBe(READERS);
    printLine(`newsletter: ${before} of ${READERS} emails had been sent at the power cut`);
  });

  it('exits with a reason when its worker is killed, and works again after the next start', async () => {
    const work = await startWork(machine);
    await vi.waitFor(() => expect(work.saved.length).toBeGreaterThan(10), WAIT_OPTIONS);
    machine.killWorker();
    // Exits so that the operator notices; a start without its worker would be useless.
    expect(await machine.ended).toBe(1);
    await work.stop();
    await machine.start();
    expect(await listBroken(machine, work)).toEqual([]);
    expect((await machine.site.get('/')).status).toBe(200);
  });
});
