// Every door of the build with everything that nobody types: it may be refused, and nothing of ours breaks.
// FUZZ_CALLS is how many calls (1,200), FUZZ_SEED which ones; what fails names its number and the whole call.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addAccount, emptyAccounts, emptyMagazine } from '../support/factory';
import { describeCall, judge } from '../support/fuzz/judge';
import { explore, listIds, listJsonNames, stock } from '../support/fuzz/magazine';
import { type Call, type Known, makeCall, type Who } from '../support/fuzz/make-call';
import { hangUp, type RawAnswer, sendRaw } from '../support/fuzz/raw-request';
import { drawPicture } from '../support/pictures';
import { listRoutes } from '../support/routes';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const CALLS = Number(process.env.FUZZ_CALLS ?? 1_200);
const SEED = Number(process.env.FUZZ_SEED ?? 7);
const AT_ONCE = 8;
/** After so many calls much is deleted, and who is who is made sure of again. */
const ROUND = 1_000;
const WATCH = 40;
const root = new URL('../..', import.meta.url).pathname;
const EMAILS = { admin: 'boss@example.com', reader: 'ann@example.com' };

let site: Site;
/** All but the one that is there for tests alone. */
const routes = listRoutes(root).filter(({ pattern }) => pattern !== '/dev/rehearsal');

beforeAll(async () => {
  const cover = Uint8Array.from(await drawPicture('jpeg'));
  site = await startSite({
    databaseServer: inject('databaseServer'),
    artist: async () => new Response(cover, { headers: { 'content-type': 'image/jpeg' } }),
  });
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
});
afterAll(async () => {
  hangUp();
  await site.stop();
});

/** Both have an account and are signed in, whatever was done to them. */
async function letIn(): Promise<Record<'admin' | 'reader', Visitor>> {
  await site.empty('auth_throttle, settings');
  await site.db.query('delete from users where email = any($1)', [Object.values(EMAILS)]);
  await addAccount(site.db, { email: EMAILS.admin, role: 'admin', fullName: 'Alex Morgan' });
  await addAccount(site.db, { email: EMAILS.reader });
  const people = { admin: visit(site), reader: visit(site) };
  for (const who of ['admin', 'reader'] as const) await people[who].signIn(EMAILS[who]);
  return people;
}

const cookieOf = (visitor: Visitor) =>
  [...visitor.cookies]
    .filter(([name]) => name.endsWith('session'))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

async function isIn({ admin, reader }: Record<'admin' | 'reader', Visitor>): Promise<boolean> {
  const [newsroom, account] = await Promise.all([admin.get('/admin/audit'), reader.get('/account')]);
  await Promise.all([newsroom.arrayBuffer(), account.arrayBuffer()]);
  return newsroom.status === 200 && account.status === 200;
}

interface Complaint {
  times: number;
  call: string;
  /** By which the log knows the request. */
  id: string;
  said: string;
}

/** What is wrong, once per kind, with the first call that showed it. */
const complaints = new Map<string, Complaint>();
const statuses = new Map<string, number>();
/** Doors that let each through. */
const reached: Record<Who, Set<string>> = { visitor: new Set(), reader: new Set(), admin: new Set() };

function complain(what: string, number: number, call: Call, answer?: RawAnswer): void {
  const kind = `${call.door.id} ${call.request.method} ${what}`;
  const before = complaints.get(kind);
  if (before) before.times += 1;
  else
    complaints.set(kind, {
      times: 1,
      call: `call ${number} of seed ${SEED}, ${describeCall(call)}`,
      id: answer?.headers['x-request-id'] ?? '',
      said: answer?.text.slice(0, 200) ?? '',
    });
}

/** A connection that was kept may just have been closed; a body too large may be refused before it is sent. */
async function send(call: Call): Promise<RawAnswer | string> {
  for (let again = 0; ; again += 1)
    try {
      return await sendRaw(site.url, call.request);
    } catch (error) {
      const isCut = (call.request.body?.length ?? 0) > 60_000;
      if (again === 2) return isCut ? 'refused before its end' : `gets no answer: ${error}`;
    }
}

async function run(number: number, known: Known): Promise<void> {
  const call = makeCall(SEED, number, known);
  const answer = await send(call);
  if (typeof answer === 'string') {
    if (answer.startsWith('gets no')) complain(answer, number, call);
    return;
  }
  statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
  if (answer.status < 400) reached[call.who].add(call.door.id);
  for (const what of judge(call, answer)) complain(what, number, call, answer);
}

it(`takes ${CALLS} odd calls of visitors, readers and admins, and fails at none`, async () => {
  let people = await letIn();
  let known: Known | null = null;
  for (let from = 0; from < CALLS; from += AT_ONCE) {
    if (from % WATCH === 0 && !(await isIn(people))) people = await letIn();
    if (from % ROUND === 0) {
      await stock(site, people.admin, SEED * 1_000 + from / ROUND);
      known = {
        doors: await explore(root, routes, people.admin),
        jsonNames: listJsonNames(root),
        ids: await listIds(site),
        origin: site.url,
        cookies: { visitor: '', admin: '', reader: '' },
      };
    }
    if (!known) throw new Error('Nothing is known yet');
    known.cookies = { visitor: '', admin: cookieOf(people.admin), reader: cookieOf(people.reader) };
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => from + at);
    const now = known;
    await Promise.all(numbers.map((number) => run(number, now)));
  }
  const failures = (await site.logLines()).filter(({ event }) => event === 'failure');
  const reasonOf = (id: string) =>
    failures.find(({ request }) => request === id)?.reason ?? 'no line in the log';
  const said = [...complaints].map(
    ([kind, { times, call, id, said }]) => `${times}x ${kind}\n  ${call}\n  ${said}\n  ${reasonOf(id)}`,
  );
  expect(said.join('\n'), JSON.stringify(Object.fromEntries(statuses))).toBe('');
  expect(failures.map(({ where, reason }) => `${where}: ${reason}`)).toEqual([]);
  expect(statuses.get('503') ?? 0).toBeLessThan(CALLS / 50);
  // They came in and were judged there, not only at the gate.
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining(['200', '302', '303', '400', '403', '404', '405', '422']),
  );
  expect(reached.admin.size).toBeGreaterThan(routes.length / 2);
}, 3_600_000);
