// Managing accounts with the service key, through the published client.
import { beforeEach, expect } from 'vitest';
import { connect, connectAdmin, countEmails, pressLink, readEmail } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const email = 'ann@example.com';
const { it, site } = siteTest();

beforeEach(() => emptyAccounts(site.db));

it('creates, reads, lists, updates and deletes accounts', async () => {
  const admin = connectAdmin(site);
  const made = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: 'Ann Reader' },
    app_metadata: { plan: 'gold' },
  });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? '';
  expect(made.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'gold' });
  const twice = await admin.createUser({ email: 'ANN@example.com' });
  expect(twice.error).toMatchObject({ code: 'email_exists', status: 422 });
  const { client, signedIn } = await signIn();
  expect(signedIn.error).toBeNull();
  const changed = await admin.updateUserById(id, {
    app_metadata: { plan: 'silver', role: 'admin' },
    ban_duration: '1h',
  });
  expect(changed.data.user).toMatchObject({ app_metadata: { plan: 'silver', role: 'admin' } });
  expect((await client.getUser()).error?.message).toBe('Auth session missing!');
  expect((await signIn()).signedIn.error).toMatchObject({ code: 'user_banned' });
  await admin.updateUserById(id, { ban_duration: 'none' });
  expect((await signIn()).signedIn.error).toBeNull();
  const { rows } = await site.db.query('select role from profiles');
  expect(rows).toEqual([{ role: 'admin' }]);
  expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  await addAccount(site.db, { email: 'bob@example.com' });
  const page = await admin.listUsers({ page: 1, perPage: 1 });
  expect(page.data).toMatchObject({ total: 2, nextPage: 2, lastPage: 2, aud: 'authenticated' });
  expect((await admin.deleteUser(id)).error).toMatchObject({ status: 409 });
  expect((await admin.updateUserById(id, { ban_duration: '1h' })).error).toMatchObject({ status: 409 });
  expect((await admin.updateUserById(id, { app_metadata: { role: 'editor' } })).error).toMatchObject({
    status: 409,
  });
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found', status: 404 });
});

async function signIn() {
  const client = connect(site);
  return { client, signedIn: await client.signInWithPassword({ email, password: PASSWORD }) };
}

it("rejects the public key and an admin's own token", async () => {
  const id = await addAccount(site.db, { role: 'admin' });
  const { client, signedIn } = await signIn();
  const token = signedIn.data.session?.access_token ?? '';
  for (const caller of [connectAdmin(site, 'local-public-key'), client.admin]) {
    expect((await caller.listUsers()).error).toMatchObject({ code: 'not_admin', status: 403 });
    expect((await caller.deleteUser(id)).error).toMatchObject({ status: 403 });
  }
  const raw = await site.get('/auth/v1/admin/users', { headers: { authorization: `Bearer ${token}` } });
  expect(raw.status).toBe(403);
  expect(
    (await connectAdmin(site)
      .deleteUser('not-a-uuid')
      .catch((error: Error) => error.message)) as string,
  ).toContain('UUID');
});

it.each([
  ['password_hash', { password_hash: '$2y$10$SXEz2HeT8PUIGQXo9yeUIem8KzNxgG0d7o/.eGj2rj8KbRgAuRVlq' }],
  ['role', { role: 'service_role' }],
  ['nonce', { nonce: '123456' }],
  ['current_password', { current_password: PASSWORD }],
  ['data', { data: { full_name: 'Ann' } }],
  ['id', { id: '00000000-0000-4000-8000-000000000000' }],
  ['app_metadata.role', { app_metadata: { role: 'moderator' } }],
  ['ban_duration', { ban_duration: '1 day' }],
  ['Phone', { phone: '+15551234567' }],
  ['Phone', { phone_confirm: true }],
] as const)('names an unsupported field: %s', async (field, fields) => {
  const admin = connectAdmin(site);
  // A new account may have an id.
  if (field !== 'id') {
    const { error } = await admin.createUser({ email: 'new@example.com', ...fields } as never);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(field) });
    expect((await site.db.query('select 1 from users')).rowCount).toBe(0);
  }
  const id = await addAccount(site.db, { role: 'editor' });
  const before = (await site.db.query('select * from users')).rows;
  const { error } = await admin.updateUserById(id, fields as never);
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining(field) });
  expect((await site.db.query('select * from users')).rows).toEqual(before);
});

it('accepts every supported field, and unsupported ones with their default value', async () => {
  const admin = connectAdmin(site);
  const id = '11111111-1111-4111-8111-111111111111';
  const made = await admin.createUser({
    id,
    email,
    password: PASSWORD,
    email_confirm: true,
    phone: '',
    phone_confirm: false,
    role: 'authenticated',
    ban_duration: '1h500us',
  });
  expect([made.error, made.data.user?.id, made.data.user?.role]).toEqual([null, id, 'authenticated']);
  expect((await signIn()).signedIn.error).toMatchObject({ code: 'user_banned' });
  expect((await admin.updateUserById(id, { id, ban_duration: 'none' })).error).toBeNull();
  expect((await signIn()).signedIn.error).toBeNull();
});

it('confirms and unconfirms an address, which ends its sessions', async () => {
  const admin = connectAdmin(site);
  const id = await addAccount(site.db);
  const { client, signedIn } = await signIn();
  expect(signedIn.error).toBeNull();
  // A request without this field changes nothing.
  await admin.updateUserById(id, { user_metadata: { plan: 'gold' } });
  expect((await client.getUser()).error).toBeNull();
  const taken = await admin.updateUserById(id, { email_confirm: false });
  expect([taken.error, taken.data.user?.email_confirmed_at]).toEqual([null, undefined]);
  expect((await client.getUser()).error?.message).toBe('Auth session missing!');
  expect((await signIn()).signedIn.error).toMatchObject({ code: 'email_not_confirmed' });
  await admin.updateUserById(id, { email_confirm: true });
  expect((await signIn()).signedIn.error).toBeNull();
  const boss = await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
  expect((await admin.updateUserById(boss, { email_confirm: false })).error).toMatchObject({ status: 409 });
});

it('invites people by email', async () => {
  const { data, error } = await connectAdmin(site).inviteUserByEmail(email, { data: { full_name: 'Ann' } });
  expect([error, data.user?.invited_at !== undefined]).toEqual([null, true]);
  const { digits, subject } = await readEmail(site, email);
  expect(subject).toBe('You have been invited');
  const client = connect(site);
  expect((await client.verifyOtp({ email, token: digits, type: 'invite' })).error).toBeNull();
  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await signIn()).signedIn.error).toBeNull();
});

it.each([
  ['invite', 'an invitation', () => connectAdmin(site).inviteUserByEmail(email)],
  ['signup', 'a sign-up', () => connect(site).signUp({ email, password: PASSWORD })],
] as const)('type %s: accepts the digits of %s for an hour and its link for longer', async (type, _, send) => {
  expect((await send()).error).toBeNull();
  const { digits, token } = await readEmail(site, email);
  await site.db.query("update one_time_tokens set created_at = now() - interval '61 minutes'");
  const late = await connect(site).verifyOtp({ email, token: digits, type });
  expect([late.data.session, late.error?.code]).toEqual([null, 'otp_expired']);
  expect((await connect(site).verifyOtp({ token_hash: token, type })).error).toBeNull();
});

it.each([
  'signup',
  'magiclink',
  'recovery',
  'invite',
] as const)('generates a link of type %s without an email', async (type) => {
  const admin = connectAdmin(site);
  if (type === 'recovery') {
    const { error } = await admin.generateLink({ type, email });
    expect(error).toMatchObject({ code: 'user_not_found' });
    await addAccount(site.db);
  }
  const options = { redirectTo: 'https://magazine.test/welcome' };
  const { data, error } =
    type === 'signup'
      ? await admin.generateLink({ type, email, password: PASSWORD, options })
      : await admin.generateLink({ type, email, options });
  expect(error).toBeNull();
  expect(data.properties).toMatchObject({
    verification_type: type,
    redirect_to: 'https://magazine.test/welcome',
  });
  expect(await countEmails(site, email)).toBe(0);
  const { pathname, search } = new URL(data.properties?.action_link ?? '');
  const target = await pressLink(site, pathname + search);
  expect([target.pathname, target.hash.includes('access_token=')]).toEqual(['/welcome', true]);
  const spent = await connect(site).verifyOtp({
    token_hash: data.properties?.hashed_token ?? '',
    type: type === 'signup' ? 'email' : type,
  });
  expect(spent.error).toMatchObject({ code: 'otp_expired' });
});

it('generates a sign-up link that overrides the password and name of an earlier sign-up', async () => {
  await connect(site).signUp({
    email,
    password: 'chosen-by-an-attacker-9',
    options: { data: { full_name: 'An Attacker', plan: 'theirs' } },
  });
  const { data, error } = await connectAdmin(site).generateLink({
    type: 'signup',
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Ann Reader', plan: 'gold' } },
  });
  expect(error).toBeNull();
  const token_hash = data.properties?.hashed_token ?? '';
  const verified = await connect(site).verifyOtp({ token_hash, type: 'email' });
  expect(verified.data.user?.user_metadata).toMatchObject({ full_name: 'Ann Reader', plan: 'gold' });
  const attacker = await connect(site).signInWithPassword({ email, password: 'chosen-by-an-attacker-9' });
  expect(attacker.error).toMatchObject({ code: 'invalid_credentials' });
  expect((await signIn()).signedIn.error).toBeNull();
});

it('generates no sign-up link for an invited person, whose password would be ignored', async () => {
  const admin = connectAdmin(site);
  expect((await admin.inviteUserByEmail(email)).error).toBeNull();
  const { error } = await admin.generateLink({ type: 'signup', email, password: PASSWORD });
  expect(error).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('recovery') });
  expect((await admin.generateLink({ type: 'recovery', email })).error).toBeNull();
});

it('limits the size of merged metadata', async () => {
  await addAccount(site.db);
  const { client } = await signIn();
  const add = async (key: number) =>
    (await client.updateUser({ data: { [`k${key}`]: 'x'.repeat(8_000) } })).error;
  for (let key = 0; key < 8; key += 1) expect(await add(key)).toBeNull();
  expect(await add(8)).toMatchObject({ status: 422 });
  expect(await add(0)).toBeNull();
});

it('updates user metadata immediately when it generates a sign-in link', async () => {
  const admin = connectAdmin(site);
  const id = await addAccount(site.db);
  await admin.updateUserById(id, { user_metadata: { plan: 'gold', city: 'Oslo' } });
  const options = { data: { full_name: 'Ann Other', plan: 'silver' } };
  const { data, error } = await admin.generateLink({ type: 'magiclink', email, options });
  expect(error).toBeNull();
  const described = { full_name: 'Ann Other', plan: 'silver', city: 'Oslo' };
  expect(data.user?.user_metadata).toEqual(described);
  expect((await admin.getUserById(id)).data.user?.user_metadata).toEqual(described);
  // Without data, nothing changes.
  await admin.generateLink({ type: 'magiclink', email });
  expect((await admin.getUserById(id)).data.user?.user_metadata).toEqual(described);
});

it.each([
  ['data', 'recovery', { data: { plan: 'gold' } }],
  ['data', 'email_change_new', { data: { plan: 'gold' }, new_email: 'new@example.com' }],
  ['password', 'magiclink', { password: PASSWORD }],
  ['password', 'recovery', { password: PASSWORD }],
] as const)('rejects %s for a link of type %s', async (field, type, fields) => {
  await addAccount(site.db);
  const { error } = await connectAdmin(site).generateLink({ type, email, ...fields } as never);
  expect(error).toMatchObject({ code: 'validation_failed', message: expect.stringContaining(field) });
  expect((await site.db.query('select 1 from one_time_tokens')).rowCount).toBe(0);
});

it.each([
  'email_change_current',
  'email_change_new',
] as const)('generates a link of type %s for a new address', async (type) => {
  await addAccount(site.db);
  const admin = connectAdmin(site);
  const newEmail = 'new@example.com';
  const { data, error } = await admin.generateLink({ type, email, newEmail });
  expect([error, data.properties?.verification_type]).toEqual([null, type]);
  expect([await countEmails(site, email), await countEmails(site, newEmail)]).toEqual([0, 0]);
  const token = data.properties?.email_otp ?? '';
  const { data: changed } = await connect(site).verifyOtp({ email: newEmail, token, type: 'email_change' });
  expect(changed.user?.email).toBe(newEmail);
});

it('ends the sessions of a user', async () => {
  await addAccount(site.db);
  const { client, signedIn } = await signIn();
  const { error } = await connectAdmin(site).signOut(signedIn.data.session?.access_token ?? '', 'global');
  expect(error).toBeNull();
  expect((await client.getUser()).error?.message).toBe('Auth session missing!');
});
