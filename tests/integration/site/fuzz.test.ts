// Calls every route of the build with random invalid input: requests may be rejected but must not fail.
// FUZZ_CALLS sets the number of calls (1,200) and FUZZ_SEED their content. A failure reports its number and
// the complete call.
import { afterAll, beforeAll, expect } from 'vitest';
import { addAccount, emptyAccounts, emptyMagazine } from '../../support/factory';
import { checkAnswer, describeCall } from '../../support/fuzz/check-answer';
import { addSampleContent, explore, listIds, listJsonNames } from '../../support/fuzz/magazine';
import { type Call, type Known, makeCall, type Who } from '../../support/fuzz/make-call';
import { closeConnections, type RawAnswer, sendRaw } from '../../support/fuzz/raw-request';
import { drawImage } from '../../support/images';
import { listRoutes } from '../../support/routes';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const CALLS = Number(process.env.FUZZ_CALLS ?? 1_200);
const SEED = Number(process.env.FUZZ_SEED ?? 7);
const CONCURRENCY = 8;
/** After this many calls, content is added again, because much of it has been deleted. */
const ROUND = 1_000;
const WATCH = 40;
const root = new URL('../../..', import.meta.url).pathname;
const EMAILS = { admin: 'boss@example.com', reader: 'ann@example.com' };

const { it, site } = siteTest(async () => {
  const cover = Uint8Array.from(await drawImage('jpeg'));
  return { artist: async () => new Response(cover, { headers: { 'content-type': 'image/jpeg' } }) };
});
/** Every route except the test-only one, and a live stream, which does not end. */
const routes = listRoutes(root).filter(
  ({ pattern }) => !['/dev/test-jobs', '/admin/readership/events'].includes(pattern),
);

beforeAll(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
});
afterAll(closeConnections);

/** Creates both accounts again and signs them in. */
async function signInBoth(): Promise<Record<'admin' | 'reader', Visitor>> {
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

async function areSignedIn({ admin, reader }: Record<'admin' | 'reader', Visitor>): Promise<boolean> {
  const [auditLog, account] = await Promise.all([admin.get('/admin/audit'), reader.get('/account')]);
  await Promise.all([auditLog.arrayBuffer(), account.arrayBuffer()]);
  return auditLog.status === 200 && account.status === 200;
}

interface Problem {
  times: number;
  call: string;
  /** The request id in the log. */
  id: string;
  said: string;
}

/** Each kind of problem, with the first call that caused it. */
const problems = new Map<string, Problem>();
const statuses = new Map<string, number>();
/** Routes that accepted a call of each user. */
const reached: Record<Who, Set<string>> = { visitor: new Set(), reader: new Set(), admin: new Set() };

function report(what: string, number: number, call: Call, answer?: RawAnswer): void {
  const kind = `${call.route.id} ${call.request.method} ${what}`;
  const before = problems.get(kind);
  if (before) before.times += 1;
  else
    problems.set(kind, {
      times: 1,
      call: `call ${number} of seed ${SEED}, ${describeCall(call)}`,
      id: answer?.headers['x-request-id'] ?? '',
      said: answer?.text.slice(0, 200) ?? '',
    });
}

/**
 * Retries, because a kept-alive connection may just have been closed. A body that is too large may be
 * rejected before it is sent completely.
 */
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
    if (answer.startsWith('gets no')) report(answer, number, call);
    return;
  }
  statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
  if (answer.status < 400) reached[call.who].add(call.route.id);
  for (const what of checkAnswer(call, answer)) report(what, number, call, answer);
}

it(`accepts or rejects ${CALLS} random calls of visitors, readers and admins without failing`, async () => {
  let people = await signInBoth();
  let known: Known | null = null;
  for (let from = 0; from < CALLS; from += CONCURRENCY) {
    if (from % WATCH === 0 && !(await areSignedIn(people))) people = await signInBoth();
    if (from % ROUND === 0) {
      await addSampleContent(site, people.admin, SEED * 1_000 + from / ROUND);
      known = {
        routes: await explore(root, routes, people.admin),
        jsonNames: listJsonNames(root),
        ids: await listIds(site),
        origin: site.url,
        cookies: { visitor: '', admin: '', reader: '' },
      };
    }
    if (!known) throw new Error('Nothing is known yet');
    known.cookies = { visitor: '', admin: cookieOf(people.admin), reader: cookieOf(people.reader) };
    const numbers = Array.from({ length: CONCURRENCY }, (_, at) => from + at);
    const now = known;
    await Promise.all(numbers.map((number) => run(number, now)));
  }
  const failures = (await site.logLines()).filter(({ event }) => event === 'failure');
  const reasonOf = (id: string) =>
    failures.find(({ request }) => request === id)?.reason ?? 'no line in the log';
  const said = [...problems].map(
    ([kind, { times, call, id, said }]) => `${times}x ${kind}\n  ${call}\n  ${said}\n  ${reasonOf(id)}`,
  );
  expect(said.join('\n'), JSON.stringify(Object.fromEntries(statuses))).toBe('');
  expect(failures.map(({ where, reason }) => `${where}: ${reason}`)).toEqual([]);
  expect(statuses.get('503') ?? 0).toBeLessThan(CALLS / 50);
  // Calls reached the routes and were rejected there, not only by earlier checks.
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining(['200', '302', '303', '400', '403', '404', '405', '422']),
  );
  expect(reached.admin.size).toBeGreaterThan(routes.length / 2);
}, 3_600_000);
