// Account enumeration: no response reveals whether an address has an account.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { signIn } from '~/features/accounts/sign-in/sign-in.server';
import { InvalidError } from '~/lib/errors';
import { connect, countEmails } from '../../support/accounts/auth-client';
import { productContext } from '../../support/accounts/product-context';
import { addAccount, emptyAccounts } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const email = 'ann@example.com';
/** The attacker's password. */
const TYPED = 'typed by an attacker';
const { it, site } = siteTest({ recordsStatements: true });

beforeEach(() => emptyAccounts(site.db));

const STATES: Record<string, () => Promise<unknown>> = {
  unknown: async () => {},
  unconfirmed: () => connect(site).signUp({ email, password: 'the password of the owner' }),
  confirmed: () => addAccount(site.db),
};

const onPage = (path: string, fields: Record<string, string>) => () => visit(site).post(path, fields);
const onApi =
  (path: string, body: Record<string, unknown>) =>
  (address = '10.60.0.1') =>
    site.get(`/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: 'local-public-key', 'cf-connecting-ip': address },
      body: JSON.stringify(body),
    });

const signUpOnPage = onPage('/auth?tab=sign-up', {
  intent: 'sign-up',
  fullName: 'Out Sider',
  email,
  password: TYPED,
});
const signUpByApi = onApi('signup', { email, password: TYPED, data: { full_name: 'Out Sider', plan: 'x' } });
const credentials = { email, password: TYPED };

/** An attacker's request, the request before it, and the number of emails it sends in each account state. */
interface Attempt {
  before?: () => Promise<Response>;
  act: () => Promise<Response>;
  status: number;
  says?: string;
  mails: Record<keyof typeof STATES, number>;
}
const NONE = { unknown: 0, unconfirmed: 0, confirmed: 0 };
const ALWAYS = { unknown: 1, unconfirmed: 1, confirmed: 1 };

const ATTEMPTS: Record<string, Attempt> = {
  'sign-in on the page': {
    act: onPage('/auth', { intent: 'sign-in', ...credentials }),
    status: 422,
    says: 'Invalid login credentials',
    mails: NONE,
  },
  'sign-in by the API': {
    act: onApi('token?grant_type=password', credentials),
    status: 400,
    says: 'invalid_credentials',
    mails: NONE,
  },
  'sign-up on the page': { act: signUpOnPage, status: 303, mails: ALWAYS },
  'sign-up by the API': { act: signUpByApi, status: 200, says: '"confirmation_sent_at"', mails: ALWAYS },
  'sign-in with the password of a sign-up, on the page': {
    before: signUpOnPage,
    act: onPage('/auth', { intent: 'sign-in', ...credentials }),
    status: 422,
    says: 'Email not confirmed',
    mails: NONE,
  },
  'sign-in with the password of a sign-up, by the API': {
    before: signUpByApi,
    act: onApi('token?grant_type=password', credentials),
    status: 400,
    says: 'email_not_confirmed',
    mails: NONE,
  },
  'sign-in with another password than that of a sign-up': {
    before: signUpByApi,
    act: onApi('token?grant_type=password', { email, password: `${TYPED}!` }),
    status: 400,
    says: 'invalid_credentials',
    mails: NONE,
  },
  'a repeated sign-up': { before: signUpByApi, act: signUpByApi, status: 200, mails: ALWAYS },
  'a sign-in code': { act: onApi('otp', { email }), status: 200, mails: ALWAYS },
  'a code without creating an account': {
    act: onApi('otp', { email, create_user: false }),
    status: 200,
    mails: { unknown: 0, unconfirmed: 1, confirmed: 1 },
  },
  'recovery on the page': {
    act: onPage('/auth?panel=forgot', { intent: 'forgot', email }),
    status: 303,
    mails: { unknown: 0, unconfirmed: 1, confirmed: 1 },
  },
  'recovery by the API': {
    act: onApi('recover', { email }),
    status: 200,
    mails: { unknown: 0, unconfirmed: 1, confirmed: 1 },
  },
  'resend on the page': {
    act: onPage('/auth', { intent: 'resend', email, signUp: '' }),
    status: 303,
    mails: { unknown: 0, unconfirmed: 1, confirmed: 0 },
  },
  'resend by the API': {
    act: onApi('resend', { type: 'signup', email }),
    status: 200,
    mails: { unknown: 0, unconfirmed: 1, confirmed: 0 },
  },
  'resend after a sign-up': {
    before: signUpByApi,
    act: onApi('resend', { type: 'signup', email }),
    status: 200,
    mails: ALWAYS,
  },
  'resend of an email address change': {
    act: onApi('resend', { type: 'email_change', email }),
    status: 200,
    mails: NONE,
  },
};

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** The id of a pending sign-up differs in each response. */
const HIDDEN_ID = /(signUp.{1,12}?)[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** The complete response without the values that differ between two identical requests. */
async function readAnswer(response: Response) {
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id']) delete headers[name];
  headers['server-timing'] = (headers['server-timing'] ?? '').replace(/dur=[\d.]+/g, 'dur');
  // Scripts in the page contain the rejected form with its hidden id, so their hashes differ too.
  headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
    /'sha256-[^']+'/g,
    '',
  );
  const body = (await response.text()).replace(MOMENT, 'now').replace(HIDDEN_ID, '$1id');
  return { status: response.status, headers, body };
}

/** Counts only the statements of the request itself: webhooks and related articles follow after the response. */
const countStatements = () =>
  site
    .takeStatements()
    .map((target) => target.map(({ query }) => query))
    .filter((target) => !target.some((query) => /webhook_deliveries|relate_outdated_articles/.test(query)))
    .map((target) => target.length);

async function attempt({ before, act }: Attempt, state: () => Promise<unknown>) {
  await emptyAccounts(site.db);
  await state();
  await before?.();
  await site.db.query('delete from auth_throttle');
  const mailed = await countEmails(site, email);
  countStatements();
  const answer = await readAnswer(await act());
  return { answer, statements: countStatements(), mails: (await countEmails(site, email)) - mailed };
}

describe('account enumeration', () => {
  it.each(
    Object.keys(ATTEMPTS),
  )('returns the same response and runs the same statements for unknown, unconfirmed and confirmed addresses: %s', async (name) => {
    const tried = ATTEMPTS[name] as Attempt;
    const outcomes: [string, Awaited<ReturnType<typeof attempt>>][] = [];
    for (const [state, make] of Object.entries(STATES)) outcomes.push([state, await attempt(tried, make)]);
    const [[, first] = []] = outcomes;
    expect(first?.answer.status).toBe(tried.status);
    if (tried.says) expect(first?.answer.body).toContain(tried.says);
    expect(first?.statements.length).toBeGreaterThan(0);
    for (const [state, { answer, statements }] of outcomes)
      expect({ state, answer, statements }).toEqual({
        state,
        answer: first?.answer,
        statements: first?.statements,
      });
    expect(Object.fromEntries(outcomes.map(([state, { mails }]) => [state, mails]))).toEqual(tried.mails);
  });
});

it('answers a sign-up the same way before and after the owner confirms the address', async () => {
  const external = onApi('signup', { email, password: TYPED });
  const before = (await (await external()).json()) as { id: string };
  const tryIt = async () => (await connect(site).signInWithPassword(credentials)).error?.code;
  expect(await tryIt()).toBe('email_not_confirmed');
  await connect(site).signInWithOtp({ email });
  const { rows } = await site.db.query('select text from outbox order by created_at desc, id desc limit 1');
  const token = /\b\d{6}\b/.exec(rows[0].text)?.[0] ?? '';
  expect((await connect(site).verifyOtp({ email, token, type: 'email' })).error).toBeNull();
  expect(await tryIt()).toBe('email_not_confirmed');
  const after = (await (await external()).json()) as { id: string };
  expect(after.id).toBe(before.id);
});

describe('a rejected sign-in', () => {
  /** Runs the product's own sign-in on this database and counts the password hashes it computes. */
  async function countHashes(password: string): Promise<number> {
    const app = productContext(site);
    let hashes = 0;
    const counted =
      <A extends unknown[], R>(work: (...args: A) => R) =>
      (...args: A) => {
        hashes += 1;
        return work(...args);
      };
    const { hash, verify } = app.passwords;
    const passwords = { ...app.passwords, hash: counted(hash), verify: counted(verify) };
    const refused = await signIn({ ...app, passwords }, { email, password }).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(InvalidError);
    return hashes;
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('computes the same number of hashes for every address and password', async () => {
    const counts: Record<string, number[]> = {};
    for (const [state, make] of Object.entries(STATES)) {
      await emptyAccounts(site.db);
      await make();
      await signUpByApi();
      counts[state] = [await countHashes(TYPED), await countHashes(`${TYPED}!`)];
    }
    expect(counts).toEqual({ unknown: [2, 2], unconfirmed: [2, 2], confirmed: [2, 2] });
  });
});
