// The results of a newsletter issue's links, on the issue's page in the admin.
import { beforeEach, describe, expect } from 'vitest';
import { emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
const DAY = '2026-11-24';
const article = (title: string, link: string) => ({
  ...{ id: crypto.randomUUID(), title, link, summary: '', author: 'Dana', readTime: '5 min' },
  ...{ category: null, image: null, imageAlt: '' },
});
const content = (countClicks: boolean) => ({
  ...{ subject: 'Two stories', preheader: '', intro: [], countClicks, magazine: 'Law Firm Academy' },
  articles: [article('Same title', '/article/first'), article('Same title', '/article/second')],
  cta: { title: 'Elsewhere', body: '', label: 'Read', link: 'https://elsewhere.example/' },
  ad: null,
  sender: { name: 'Law Firm Academy', address: 'news@academy.example', postal: '1 Court Street' },
});

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('reading_groups');
});

const addIssue = async (countClicks: boolean) =>
  (
    await site.db.query(
      "insert into newsletter_issues (issue_date, status, content, sent_at) values ($1, 'sent', $2, now()) returning id",
      [DAY, content(countClicks)],
    )
  ).rows[0].id as string;
const addSource = (name: string, day: string, views: number, seconds = 0, signUps = 0, kind = 'source') =>
  site.db.query(
    'insert into reading_groups (day, kind, name, views, engaged_seconds, sign_ups) values ($1, $2, $3, $4, $5, $6)',
    [...[day, kind, name, views, seconds, signUps]],
  );
const linksOf = async (id: string) => {
  const text = visibleTextOf(await (await admin.get(`/admin/newsletter/${id}`)).text());
  return text.slice(text.indexOf('Pages that the links opened'));
};

describe('the links of an issue', () => {
  it('show clicks, views, engaged minutes and sign-ups, each and in total', async () => {
    const id = await addIssue(true);
    await site.db.query(
      'insert into newsletter_clicks (issue_id, link, clicks) values ($1, 0, 40), ($1, 2, 2)',
      [id],
    );
    await addSource(`newsletter\t${DAY}/1`, DAY, 30, 3_600, 2);
    await addSource(`newsletter\t${DAY}/1`, '2026-12-24', 5, 600);
    await addSource(`newsletter\t${DAY}/2`, DAY, 7, 90, 1);
    // Other sources of the issue: no link number, a link to another site, and a link that does not exist.
    await addSource(`newsletter\t${DAY}`, DAY, 1, 60);
    await addSource(`newsletter\t${DAY}/3`, DAY, 1);
    await addSource(`newsletter\t${DAY}/999`, DAY, 1);
    // Sources that do not belong to this issue.
    await addSource('newsletter\t2026-11-25/1', DAY, 1_000);
    await addSource(`newsletter\t${DAY}0`, DAY, 1_000);
    await addSource(`campaign\t${DAY}/1`, DAY, 1_000);
    await addSource(`newsletter\t${DAY}/1`, DAY, 1_000, 0, 0, 'page');
    const text = await linksOf(id);
    expect(text).toMatch(/Link\s*Clicks\s*Views\s*Engaged minutes\s*Sign-ups/);
    expect(text).toMatch(
      /Same title\s*40\s*35\s*70\s*2\s*Same title\s*0\s*7\s*2\s*1\s*Elsewhere\s*2\s*–\s*–\s*–/,
    );
    expect(text).toMatch(/Other links with this issue’s date\s*–\s*3\s*1\s*0\s*Total\s*42\s*45\s*73\s*3/);
  });

  it('show no clicks where they are not counted, and zeros before anyone came', async () => {
    const text = await linksOf(await addIssue(false));
    expect(text).toMatch(/Link\s*Views\s*Engaged minutes\s*Sign-ups\s*Same title\s*0\s*0\s*0/);
    expect(text).toMatch(/Total\s*0\s*0\s*0/);
    expect(text).not.toContain('Other links');
  });
});
