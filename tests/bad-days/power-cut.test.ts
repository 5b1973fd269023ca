// The machine loses its power, or its worker dies, in the middle of bulk work, of a newsletter and of saves; then it starts again.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMachine, CAN_CUT_POWER, type Machine, tell } from '../support/machine';
import { setNewsletter, tuesdayAt } from '../support/newsletter';
import type { Visitor } from '../support/visitor';
import { listBroken, startWork } from './editors';

const READERS = 2_000;
const PATIENCE = { timeout: 300_000, interval: 500 };

let machine: Machine;

describe.runIf(CAN_CUT_POWER)('a machine in the middle of its work', () => {
  beforeAll(async () => {
    machine = await buildMachine();
    await machine.start();
  }, 300_000);
  afterAll(() => machine.scrap(), 60_000);

  const count = async (question: string) => (await machine.db.query(question)).rows[0].count as number;

  async function startPictures(admin: Visitor): Promise<string> {
    const { rows } = await machine.db.query(
      `insert into articles (title, slug, summary, author, content, status)
       select 'Without picture ' || n, 'without-picture-' || n || '-' || (random() * 1e9)::int, 'x', 'Dana Whitfield', '<p>x</p>', 'draft'
       from generate_series(1, 24) n returning id`,
    );
    const ids = rows.map(({ id }): [string, string] => ['id', id]);
    const answer = await admin.post('/admin/images', [['intent', 'bulk'], ...ids]);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('location') ?? '', machine.url).searchParams.get('job') ?? '';
  }

  async function untilOver(job: string) {
    await vi.waitFor(async () => {
      const { rows } = await machine.db.query('select status from jobs where id = $1', [job]);
      expect(rows[0].status).not.toBe('running');
    }, PATIENCE);
    const { rows } = await machine.db.query(
      'select status, count(*)::int from job_items where job_id = $1 group by 1',
      [job],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  it('goes on with bulk work after a power cut, and keeps every save that it had answered', async () => {
    const admin = await machine.signIn();
    const job = await startPictures(admin);
    const work = await startWork(machine);
    await vi.waitFor(async () => {
      const done = await count(
        `select count(*)::int from job_items where job_id = '${job}' and status = 'done'`,
      );
      expect(done).toBeGreaterThan(2);
      expect(work.saved.length).toBeGreaterThan(10);
    }, PATIENCE);
    machine.cutPower();
    await machine.ended;
    await work.stop();
    await machine.start();
    expect(await untilOver(job)).toEqual({ done: 24 });
    expect(
      await count(
        `select count(*)::int from (select article_id from generated_images where article_id in
           (select key::uuid from job_items where job_id = '${job}') group by 1 having count(*) <> 1) twice`,
      ),
    ).toBe(0);
    expect(await listBroken(machine, work)).toEqual([]);
    tell(
      `power cut: ${work.saved.length} saves and ${work.subscribed.length} readers kept, ${work.read} pages read`,
    );
  });

  it('sends each reader one letter, though its power went in the middle', async () => {
    await machine.db.query(
      `insert into leads (email, status) select 'letter-' || n || '@bad-day.example', 'confirmed' from generate_series(1, ${READERS}) n`,
    );
    await setNewsletter(machine.site, { isScheduled: true });
    const tuesday = tuesdayAt(9);
    await machine.db.query(
      "update articles set first_published_at = $1::timestamptz - interval '1 hour' where status = 'published'",
      [tuesday],
    );
    await machine.db.query('delete from outbox');
    expect((await machine.runCron(tuesday)).status).toBe(200);
    const sent = () => count('select count(distinct "to")::int from outbox where "to" like \'letter-%\'');
    await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(100), PATIENCE);
    machine.cutPower();
    await machine.ended;
    await machine.start();
    const before = await sent();
    await vi.waitFor(async () => {
      await machine.db.query('update newsletter_issues set next_round_at = now()');
      await machine.runCron(tuesday);
      expect(await sent()).toBe(READERS);
    }, PATIENCE);
    await machine.runCron(tuesday, '@start');
    expect(await count('select count(*)::int from outbox where "to" like \'letter-%\'')).toBe(READERS);
    tell(`newsletter: ${before} of ${READERS} letters were out when the power went`);
  });

  it('ends with a reason when its worker is killed, and is as before at the next start', async () => {
    const work = await startWork(machine);
    await vi.waitFor(() => expect(work.saved.length).toBeGreaterThan(10), PATIENCE);
    machine.killWorker();
    // Whoever runs it is told: a start that goes on without its worker would help nobody.
    expect(await machine.ended).toBe(1);
    await work.stop();
    await machine.start();
    expect(await listBroken(machine, work)).toEqual([]);
    expect((await machine.site.get('/')).status).toBe(200);
  });
});
