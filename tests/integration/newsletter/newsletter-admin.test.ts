// The newsletter pages with plain forms: settings, draft, test email, sending and archive.
import { beforeEach, describe, expect, vi } from 'vitest';
import { BROWSER } from '../../support/ads';
import { postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { roundTrips, toPlain, visibleTextOf } from '../../support/html';
import {
  addReader,
  ageBeforeIssue,
  emails,
  issueRow,
  setNewsletter,
  tuesdayAt,
} from '../../support/newsletter';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest();
const PAGE = '/admin/newsletter';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('outbox, audit_log, jobs, job_items');
});

const page = async (path = PAGE) => visibleTextOf(await (await admin.get(path)).text());
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function createDraft(day = dayOf(tuesdayAt())): Promise<string> {
  const answer = await admin.post(PAGE, { intent: 'create', day });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
async function versionOf(path: string): Promise<string> {
  const html = await (await admin.get(path)).text();
  return toPlain(/name="version" value="([^"]*)"/.exec(html)?.[1] ?? '');
}
async function waitUntilSent() {
  await vi.waitFor(async () => expect((await issueRow(site))?.status).toBe('sent'), {
    timeout: 50_000,
    interval: 50,
  });
}

const SETTINGS = {
  senderName: 'The Academy',
  senderAddress: 'sender@academy.example',
  postalAddress: '1 Court Street\nNew York',
  time: '10:30',
  intro: 'Good morning.',
  articleCount: '3',
  isScheduled: 'on',
  countClicks: 'on',
};

describe('the settings', () => {
  it('are requested until they are complete, and keep the input when they are not', async () => {
    expect(await page()).toContain(
      'Nothing can be sent yet. Fill in the sender name, the sender address, the postal address',
    );
    const refused = await admin.post(`${PAGE}/settings`, { ...SETTINGS, postalAddress: ' ', time: '25:00' });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain('Postal address is required');
    expect(html).toContain('value="The Academy"');
    const accepted = await admin.post(`${PAGE}/settings`, SETTINGS);
    expect(accepted.status).toBe(303);
    const text = await page();
    expect(text).not.toContain('Nothing can be sent yet');
    expect(text).toMatch(/Next issue\s*\w{3} \d+, \d{4}, 10:30 AM/);
    const { rows } = await site.db.query("select value from settings where key = 'newsletter'");
    expect(rows[0].value).toMatchObject({ articleCount: 3, withAd: false, countClicks: true });
    const { rows: log } = await site.db.query('select event from audit_log');
    expect(log).toEqual([{ event: 'newsletter_settings_updated' }]);
  });

  it('are not overwritten without notice, and are returned when the session has ended', async () => {
    const here = `${PAGE}/settings`;
    const version = await versionOf(here);
    expect((await admin.post(here, { ...SETTINGS, senderName: 'Theirs', version })).status).toBe(303);
    const stale = await admin.post(here, { ...SETTINGS, senderName: 'Mine', version });
    const html = await stale.text();
    expect(stale.status).toBe(409);
    expect(visibleTextOf(html)).toContain('Someone else changed these settings.');
    expect(html).toContain('value="Mine"');
    const next = {
      ...SETTINGS,
      senderName: 'Mine',
      version: toPlain(/name="version" value="([^"]*)"/.exec(html)?.[1] ?? ''),
    };
    const ended = await visit(site).post(here, next);
    const returned = await ended.text();
    expect([ended.status, returned]).toEqual([401, expect.stringContaining('value="Mine"')]);
    expect(visibleTextOf(returned)).toContain('You are signed out.');
    expect(returned).not.toContain('Theirs');
    expect((await admin.post(here, next)).status).toBe(303);
  });
});

describe('an issue', () => {
  it('lists popular articles first: the chosen ones, then the computed ones', async () => {
    await setNewsletter(site, {});
    for (const [index, title] of ['Plain', 'Computed', 'Chosen'].entries())
      await addArticle(site.db, { title, age: ageBeforeIssue(index + 1), isPopular: title === 'Chosen' });
    await site.db.query(
      "insert into most_read (place, article_id, is_popular) select 1, id, true from articles where title = 'Computed'",
    );
    const text = await (await admin.get(`${await createDraft()}/preview?as=text`)).text();
    expect(text.match(/PLAIN|COMPUTED|CHOSEN/g)).toEqual(['CHOSEN', 'COMPUTED', 'PLAIN']);
  });

  it("sent before its Tuesday is followed by the next week's", async () => {
    await setNewsletter(site, {});
    const nextDay = async () =>
      /name="day" value="(\d{4}-\d\d-\d\d)"/.exec(await (await admin.get(PAGE)).text())?.[1] ?? '';
    const day = await nextDay();
    await site.db.query(
      `insert into newsletter_issues (issue_date, status, content) values ($1, 'sent', '{"subject": "Early"}')`,
      [day],
    );
    expect(Date.parse(await nextDay()) - Date.parse(day)).toBe(7 * 24 * 3_600_000);
    // A draft of that day is still the next issue.
    await site.db.query("update newsletter_issues set status = 'draft', content = null");
    expect(await page()).toContain('your prepared issue');
    // It is also known on a page of the list that does not show it.
    expect(await page(`${PAGE}?page=2`)).toContain('your prepared issue');
    // A new issue is for the first Tuesday without one.
    const dialog = await (await admin.get(`${PAGE}?new=`)).text();
    const [, offered = ''] = /<input[^>]*name="day"[^>]*value="([^"]*)"/.exec(dialog) ?? [];
    expect(Date.parse(offered) - Date.parse(day)).toBe(7 * 24 * 3_600_000);
  });

  it("offers articles with their dates in the site's time zone", async () => {
    await addArticle(site.db, { title: 'News' });
    const { rows } = await site.db.query('select first_published_at as at from articles');
    const path = await createDraft();
    // They are always on different days.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await site.empty('settings');
      const value = JSON.stringify({ timeZone });
      await site.db.query("insert into settings (key, value) values ('site', $1)", [value]);
      const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(rows[0].at);
      expect(await page(path)).toContain(`News ${day}`);
    }
  });

  it('gives an article the chosen position, and moves the others', async () => {
    await setNewsletter(site, {});
    const ids: Record<string, string> = {};
    for (const [index, name] of ['A', 'B', 'C', 'D', 'E'].entries())
      ids[name] = await addArticle(site.db, { title: name, age: ageBeforeIssue(index + 1) });
    const path = await createDraft();
    const order = async () => {
      const { article_ids: chosen } = await issueRow(site);
      return chosen.map((id: string) => Object.keys(ids).find((name) => ids[name] === id)).join('');
    };
    const choose = async (places: Record<string, string>) => {
      const form = await readFormFields(await admin.get(path));
      const fields = Object.entries(places).map(([name, place]) => [`place-${ids[name]}`, place]);
      const sent = { ...form, intent: 'save', picks: 'chosen', ...Object.fromEntries(fields) };
      expect((await postForm(admin, path, sent)).status).toBe(303);
      return order();
    };
    expect(await choose({ A: '1', B: '2', C: '3', D: '4', E: '' })).toBe('ABCD');
    expect(await choose({ C: '1' })).toBe('CABD');
    expect(await choose({ C: '3' })).toBe('ABCD');
    expect(await choose({ A: '2' })).toBe('BACD');
    expect(await choose({ E: '1' })).toBe('EBACD');
    expect(await choose({ E: '4' })).toBe('BACED');
    expect(await choose({ B: '', D: '2' })).toBe('ADCE');
    expect(await choose({ A: '4', E: '1' })).toBe('EDCA');
    expect(await choose({ B: '9' })).toBe('EDCAB');
  });

  it('keeps a CTA and an ad that are no longer offered until the editor chooses others', async () => {
    const path = await createDraft();
    const { rows } = await site.db.query(
      `with cta as (insert into ctas (title, button_link, active) values ('Old', '/old', false) returning id),
         ad as (insert into ads (name, image_url, link_url, active) values ('Old', '/a.png', '/old', false) returning id)
       update newsletter_issues set cta = cta.id, ad = ad.id from cta, ad
       returning newsletter_issues.cta, newsletter_issues.ad`,
    );
    expect(await page(path)).toContain('Previously selected (no longer available)');
    const form = await readFormFields(await admin.get(path));
    expect((await postForm(admin, path, { ...form, intent: 'save', subject: 'New' })).status).toBe(303);
    expect(await issueRow(site)).toMatchObject({ ...rows[0], subject: 'New' });
  });

  it('is prepared, tested, sent to all and archived', async () => {
    await setNewsletter(site, { countClicks: true });
    const first = await addArticle(site.db, { title: 'First story', slug: 'first', age: 900 });
    const second = await addArticle(site.db, { title: 'Second story', slug: 'second', age: 1 });
    await addReader(site, 'ann@example.com');
    const path = await createDraft();
    expect(await page(path)).toContain('Second story');
    const saved = await admin.post(path, {
      intent: 'save',
      version: await versionOf(path),
      subject: 'Two <stories>',
      intro: 'Dear reader,\r\n\r\nhere they are.',
      picks: 'chosen',
      [`place-${second}`]: '2',
      [`place-${first}`]: '1',
      cta: 'none',
      ad: 'none',
      onSchedule: 'on',
    });
    expect(saved.status).toBe(303);
    expect((await issueRow(site)).article_ids).toEqual([first, second]);

    const preview = await admin.get(`${path}/preview`);
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await preview.text();
    expect(html).toContain('Two &lt;stories&gt;');
    expect(html).toContain('token=sample');
    expect(html.indexOf('First story')).toBeLessThan(html.indexOf('Second story'));
    const text = await (await admin.get(`${path}/preview?as=text`)).text();
    expect(text).toMatch(/Dear reader,\n\nhere they are\.\n\nFIRST STORY/);

    expect((await admin.post(path, { intent: 'test' })).status).toBe(303);
    expect(await emails(site)).toMatchObject([{ to: 'boss@example.com', subject: '[Test] Two <stories>' }]);
    await site.empty('outbox');

    expect(await page(`${path}?send`)).toContain('will be sent immediately to 1 subscriber, with 2 articles');
    const version = await versionOf(path);
    const presses = await Promise.all([1, 2].map(() => admin.post(path, { intent: 'send', version })));
    expect(presses.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, path],
      [303, path],
    ]);
    await waitUntilSent();
    const [email] = await emails(site);
    const day = dayOf(tuesdayAt());
    expect(email?.html).toContain(`https://magazine.test/newsletter/go/${day}/0`);
    expect(await page(path)).toMatch(/Sent\s*1\s*Failed\s*0\s*Unsubscribed\s*0/);
    expect((await admin.post(path, { intent: 'send', version: '' })).status).toBe(303);
    expect(await page(path)).toMatch(/Already running.*This issue is already being sent\./);

    const archive = await site.get('/newsletter/archive');
    expect(roundTrips(archive)).toBe(1);
    expect(visibleTextOf(await archive.text())).toContain('Two <stories>');
    const emailLinkPage = await site.get(`/newsletter/archive/${day}`);
    expect([emailLinkPage.status, roundTrips(emailLinkPage)]).toEqual([200, 1]);
    expect(await emailLinkPage.text()).toContain('href="/article/first"');

    const click = await site.get(`/newsletter/go/${day}/1`, { headers: { 'user-agent': BROWSER } });
    expect([click.status, click.headers.get('location')]).toEqual([
      302,
      `/article/second?utm_source=newsletter&utm_medium=email&utm_campaign=${day}&utm_content=2`,
    ]);
    const nowhere = await site.get(`/newsletter/go/${day}/2`);
    expect([nowhere.status, await nowhere.text()]).toEqual([
      404,
      'This link no longer works. Continue to https://magazine.test/\n',
    ]);
    const clicked = /First story\s*0.*?Second story\s*1/s;
    await expect.poll(() => page(path)).toMatch(clicked);
    await site.withoutDatabase(async () => {
      const away = await site.get(`/newsletter/go/${day}/1`);
      expect([away.status, await away.text()]).toEqual([
        503,
        expect.stringContaining('https://magazine.test/'),
      ]);
    });
    expect((await site.get('/newsletter/go/2026-13-99/0')).status).toBe(404);
    expect(await page(path)).toMatch(clicked);
  });

  it('is not overwritten without notice, and keeps the input', async () => {
    const path = await createDraft();
    const version = await versionOf(path);
    const fields = {
      intent: 'save',
      version,
      subject: 'Mine',
      intro: '',
      picks: 'auto',
      cta: 'auto',
      ad: 'auto',
    };
    expect((await admin.post(path, { ...fields, subject: 'Theirs' })).status).toBe(303);
    const refused = await admin.post(path, fields);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('value="Mine"');
    const long = await admin.post(path, { ...fields, version: '', subject: 'x'.repeat(201) });
    expect(long.status).toBe(422);
    expect((await issueRow(site)).subject).toBe('Theirs');
  });

  it('keeps the input when the session has ended', async () => {
    const path = await createDraft();
    const typed = { intent: 'save', intro: 'Words that took an hour.', version: await versionOf(path) };
    for (const route of [path, `${path}.data`]) {
      const ended = await visit(site).post(route, typed);
      expect([ended.status, await ended.text()]).toEqual([401, expect.stringContaining(typed.intro)]);
    }
  });

  it('sent simultaneously with another one reaches monthly readers only once', async () => {
    await setNewsletter(site);
    await addReader(site, 'weekly@example.com');
    await addReader(site, 'monthly@example.com', 'confirmed', 'monthly');
    const article = await addArticle(site.db, { title: 'News' });
    const { rows } = await site.db.query<{ id: string }>(
      `insert into newsletter_issues (issue_date, article_ids)
       values ('2031-03-04', array[$1::uuid]), ('2031-03-11', array[$1::uuid]) returning id`,
      [article],
    );
    const forms = await Promise.all(
      rows.map(async ({ id }) => {
        const path = `${PAGE}/${id}`;
        return { path, fields: { intent: 'send', version: await versionOf(path) } };
      }),
    );
    const send = () => Promise.all(forms.map(({ path, fields }) => admin.post(path, fields)));
    // Both requests have done all their checks before either may start.
    const answers = await changeDuring(site.db, 'lock table jobs in share mode', send, 2);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    await vi.waitFor(
      async () => {
        const issues = await site.db.query('select status from newsletter_issues');
        expect(issues.rows).toEqual([{ status: 'sent' }, { status: 'sent' }]);
      },
      { timeout: 50_000, interval: 50 },
    );
    expect(await emails(site, 'weekly@example.com')).toHaveLength(2);
    expect(await emails(site, 'monthly@example.com')).toHaveLength(1);
  });

  it('that has ended is not sent again by a retry of its job', async () => {
    await setNewsletter(site);
    const lead = await addReader(site, 'ann@example.com');
    const { rows } = await site.db.query(
      `with issue as (
         insert into newsletter_issues (issue_date, status, content, started_at, sent_at)
         values ('2026-01-06', 'sent', '{}', now(), now()) returning id
       ), delivery as (
         insert into newsletter_deliveries (issue_id, lead_id, status, call, reason)
         select id, $1, 'failed', gen_random_uuid(), 'unknown' from issue
       ), job as (
         insert into jobs (kind, title, input, status, finished_at)
         select 'newsletter', 'Send', jsonb_build_object('issueId', id, 'monthly', false), 'cancelled', now() from issue returning id
       ), item as (
         insert into job_items (job_id, key, input, status)
         select id, 'emails', jsonb_build_object('from', $1::text, 'to', $1::text, 'readers', 1), 'failed' from job
       ) select id from job`,
      [lead],
    );
    const job = `/admin/jobs/${rows[0].id}`;
    const answer = await admin.post(job, { intent: 'retry' });
    expect([answer.status, visibleTextOf(await answer.text())]).toEqual([
      409,
      expect.stringContaining('Sending this issue has ended. No more emails are sent for it.'),
    ]);
    expect((await site.db.query('select status from job_items')).rows).toEqual([{ status: 'failed' }]);
    await site.runCron();
    expect(await emails(site)).toEqual([]);
  });

  it('is not sent while it is empty or without subscribers or a sender', async () => {
    const path = await createDraft();
    const send = async () => {
      const answer = await admin.post(path, { intent: 'send', version: await versionOf(path) });
      return [answer.status, visibleTextOf(await answer.text())] as const;
    };
    expect((await send())[1]).toContain('fill in the sender name');
    await setNewsletter(site);
    expect((await send())[1]).toContain('No confirmed subscribers yet.');
    await addReader(site, 'ann@example.com');
    const [status, text] = await send();
    expect(status).toBe(409);
    expect(text).toContain('This issue has no articles');
    expect(await emails(site)).toEqual([]);
  });

  it('is created once per day, and can be deleted while it is a draft', async () => {
    const path = await createDraft();
    const again = await admin.post(`${PAGE}?new`, { intent: 'create', day: dayOf(tuesdayAt()) });
    expect(again.status).toBe(409);
    expect(visibleTextOf(await again.text())).toContain('An issue for that day already exists.');
    expect((await admin.post(`${PAGE}?new`, { intent: 'create', day: 'soon' })).status).toBe(422);
    const id = path.split('/').at(-1) ?? '';
    expect(await page(`${PAGE}?delete=${id}`)).toContain('Are you sure you want to delete this issue?');
    expect((await admin.post(PAGE, { intent: 'delete', id })).status).toBe(303);
    expect(await issueRow(site)).toBeUndefined();
    expect((await admin.get(path)).status).toBe(404);
  });
});

describe('the archive', () => {
  it('has an empty state and returns 404 for drafts and other days', async () => {
    expect(visibleTextOf(await site.text('/newsletter/archive'))).toContain('No issues yet');
    await createDraft();
    expect((await site.get(`/newsletter/archive/${dayOf(tuesdayAt())}`)).status).toBe(404);
    expect((await site.get('/newsletter/archive/nonsense')).status).toBe(404);
  });
});
