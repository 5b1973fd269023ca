// The audit log page: descriptions, changed values, filters, pagination, and what it never shows.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { addAccount, addCategory, emptyAccounts, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let admin: Visitor;
let bossId: string;
let readerId: string;
const PAGE = '/admin/audit';

beforeAll(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
  bossId = await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  readerId = await addAccount(site.db, { email: 'ann@example.com', fullName: 'Ann Reader' });
  admin = visit(site);
  await admin.signIn('boss@example.com');
});
beforeEach(() => site.empty('audit_log'));

interface Entry {
  event: string;
  subject?: string;
  details?: object;
  actor?: string | null;
  /** In days. */
  age?: number;
  address?: string | null;
}

async function log(...lines: Entry[]) {
  for (const { event, subject = null, details = {}, actor = bossId, age = 0, address = '192.0.2.7' } of lines)
    await site.db.query(
      "insert into audit_log (event, subject, details, actor_id, at, address) values ($1, $2, $3, $4, now() - $5 * interval '1 day', $6)",
      [event, subject, details, actor, age, address],
    );
}
const htmlOf = async (query = '') => (await admin.get(PAGE + query)).text();
/** The text of each entry, without the filters above the list. */
const linesOf = async (query = '') => {
  const html = await htmlOf(query);
  const list = /<ol class="audit-log">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '';
  return list
    .split('<li')
    .slice(1)
    .map((line) => visibleTextOf(`<li${line}`));
};

describe('the audit log', () => {
  it.each([
    [{ event: 'signed_in' }, 'Alex Morgan signed in'],
    [
      { event: 'sign_in_failed', subject: 'who@x.example', actor: null },
      'Someone failed to sign in as who@x.example',
    ],
    [{ event: 'signed_up', subject: 'new@x.example', actor: null }, 'Someone signed up as new@x.example'],
    [{ event: 'signed_out', details: { session: 'x' } }, 'Alex Morgan signed out'],
    [{ event: 'signed_out', details: { scope: 'everywhere' } }, 'Alex Morgan signed out everywhere'],
    [
      { event: 'signed_out', details: { reason: 'refresh token reused' } },
      'Alex Morgan was signed out because a used refresh token was sent again',
    ],
    [{ event: 'password_recovery' }, 'Alex Morgan signed in with a recovery link'],
    [
      { event: 'reset_requested', subject: 'a@x.example', actor: null },
      'Someone requested a password reset for a@x.example',
    ],
    [{ event: 'user_updated', details: { what: 'password' } }, 'Alex Morgan changed their password'],
    [
      {
        event: 'user_updated',
        subject: 'a@x.example',
        details: { what: 'role', to: 'admin' },
        actor: null,
        address: null,
      },
      'The magazine made a@x.example an admin',
    ],
    [{ event: 'tag_created', subject: 'ROI' }, 'Alex Morgan created the tag “ROI”'],
    [
      { event: 'article_published', subject: 'Ten days', actor: null, address: null },
      'The magazine published the article “Ten days”',
    ],
    [{ event: 'tags_merged', subject: 'ROI' }, 'Alex Morgan merged tags into “ROI”'],
    [{ event: 'settings_updated', subject: 'site' }, 'Alex Morgan changed the settings'],
    [{ event: 'webhook_key_rotated', subject: 'webhook key' }, 'Alex Morgan rotated the webhook key'],
    [{ event: 'media_deleted', subject: 'cover.jpg' }, 'Alex Morgan deleted the image “cover.jpg”'],
    [{ event: 'something', subject: 'odd' }, 'Alex Morgan something'],
  ])('describes %o as a sentence', async (line, expected) => {
    await log(line);
    const [shown] = await linesOf();
    expect(shown).toContain(expected);
  });

  it('shows changed values with names instead of ids, and no secrets', async () => {
    const tools = await addCategory(site.db, 'tools');
    await log({
      event: 'article_updated',
      subject: 'Ten days',
      details: {
        id: tools,
        session: 'session-of-somebody',
        changes: {
          title: { from: 'Nine days', to: 'Ten days' },
          categoryId: { from: '00000000-0000-4000-8000-000000000000', to: tools },
          isFeatured: { from: false, to: true },
          publishAt: { from: null, to: '2026-01-05T19:05:00.000Z' },
          passwordHash: { from: 'hash-one', to: 'hash-two' },
        },
      },
    });
    await log({ event: 'user_updated', details: { what: 'name', from: 'Al', to: 'Alex Morgan' } });
    const [renamed, changed] = await linesOf();
    expect(renamed).toContain('NameAl changed to Alex Morgan');
    for (const expected of [
      'TitleNine days changed to Ten days',
      'Categorya deleted item changed to Tools',
      'Featuredno changed to yes',
      'Publish atnothing changed to Jan 5, 2026, 2:05 PM',
      '192.0.2.7',
    ])
      expect(changed).toContain(expected);
    const html = await htmlOf();
    for (const secret of ['hash-one', 'hash-two', 'session-of-somebody']) expect(html).not.toContain(secret);
  });

  it('escapes values that contain HTML', async () => {
    await log({
      event: 'tag_updated',
      subject: '<img src=x onerror=alert(1)>',
      details: { changes: { name: { from: '<script>a</script>', to: 'b' } } },
    });
    const html = await htmlOf();
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>a');
  });

  it('hides token refreshes unless the filter includes them', async () => {
    await log({ event: 'token_refreshed' }, { event: 'signed_in' });
    expect(await linesOf()).toHaveLength(1);
    expect(await linesOf('?event=all')).toHaveLength(2);
    expect((await linesOf('?event=token_refreshed'))[0]).toContain('renewed their session');
  });

  it('filters by event, person, period and text, with one round trip besides the guard', async () => {
    await log(
      { event: 'tag_created', subject: 'ROI', age: 40 },
      { event: 'tag_deleted', subject: '100% Growth', age: 5 },
      { event: 'signed_in', subject: 'ann@example.com', actor: readerId },
    );
    expect(roundTrips(await admin.get(PAGE))).toBe(2);
    expect(await linesOf()).toHaveLength(3);
    expect(await linesOf('?event=tag_created')).toHaveLength(1);
    expect(await linesOf('?period=month')).toHaveLength(2);
    expect(await linesOf('?period=day')).toHaveLength(1);
    expect((await linesOf(`?person=${readerId}`))[0]).toContain('Ann Reader signed in');
    expect(await linesOf('?q=0%25+gro')).toHaveLength(1);
    expect(await linesOf('?q=%25')).toHaveLength(1);
    const html = await htmlOf(`?person=${readerId}&event=signed_in`);
    expect(html).toMatch(new RegExp(`<option value="${readerId}" selected="">Ann Reader`));
    expect(html).toContain('<option value="tag_deleted">Tag deleted');
    expect(await htmlOf('?q=zzz')).toContain('No entries found');
    expect(await htmlOf('?event=DROP&person=x&period=never&before=1&after=%00')).toContain('“ROI”');
  });

  it('pages back and forth through 120 entries', async () => {
    await site.db.query(
      "insert into audit_log (event, subject, actor_id, at) select 'tag_created', 'n' || n, $1, now() - n * interval '1 minute' from generate_series(1, 120) n",
      [bossId],
    );
    const links = (html: string) =>
      Object.fromEntries(
        [
          ...html.matchAll(/<a class="pagination__link"[^>]*href="\/admin\/audit(\?[^"]*)?"[^>]*>(\w+)</g),
        ].map(([, to = '', name = '']) => [name, to.replaceAll('&amp;', '&')]),
      );
    const first = await htmlOf();
    expect(Object.keys(links(first))).toEqual(['Older']);
    const second = await htmlOf(links(first).Older);
    expect(second).toContain('“n51”');
    expect(second).toContain('“n100”');
    const third = await htmlOf(links(second).Older);
    expect(third).toContain('“n120”');
    expect(Object.keys(links(third))).toEqual(['Newer', 'Newest']);
    const back = await linesOf(links(third).Newer);
    expect([back.length, back[0]?.includes('“n51”')]).toEqual([50, true]);
    const top = await htmlOf(links(await htmlOf(links(third).Newer)).Newer);
    expect(top).toContain('“n1”');
    expect(Object.keys(links(top))).toEqual(['Older']);
  });
});
