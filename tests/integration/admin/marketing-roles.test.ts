// The roles sales and audience: what they see and do, and what they cannot reach, even indirectly.
import { beforeEach, describe, expect } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { addAd } from '../../support/ads';
import { addAccount, addArticle, emptyAccounts, emptyMagazine, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { addReader, setNewsletter } from '../../support/newsletter';
import { addReadingTotals, READERSHIP_TABLES } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
const ids: Record<string, string> = {};
let sales: Visitor;
let audience: Visitor;
let draftId: string;
const both = () => [sales, audience];

beforeEach(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
  await site.empty(`ads, ctas, leads, newsletter_issues, jobs, media, audit_log, ${READERSHIP_TABLES}`);
  for (const [name, role] of Object.entries({ boss: 'admin', sales: 'sales', audience: 'audience' } as const))
    ids[name] = await addAccount(site.db, { email: `${name}@example.com`, role, fullName: `Robin ${name}` });
  [sales, audience] = [visit(site), visit(site)];
  await sales.signIn('sales@example.com');
  await audience.signIn('audience@example.com');
  draftId = await addArticle(site.db, { title: 'Embargoed merger', slug: 'embargoed', status: 'draft' });
  const openId = await addArticle(site.db, { title: 'Open story', slug: 'open' });
  // Both are read now, and one of them is no longer public.
  for (const id of [draftId, openId]) {
    await addReadingTotals(site.db, id, 0, { views: 5, seconds: 300 });
    await site.db.query(
      `insert into page_views (id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country,
         is_first, is_first_of_article, engaged_seconds, quarter)
       values (gen_random_uuid(), now(), now(), current_date, 0, 'article', $1, 'direct', '', '', '', true, true, 60, 0)`,
      [id],
    );
  }
  await addReader(site, 'secret@reader.example');
  await addAd(site.db, { name: 'Unannounced campaign', places: [['footer']] });
});

async function screen(who: Visitor, path: string) {
  const answer = await who.get(path);
  const html = await answer.text();
  const links = /<nav class="admin__nav"[^>]*>([\s\S]*?)<\/nav>/.exec(html)?.[1] ?? '';
  return {
    status: answer.status,
    sections: [...links.matchAll(/title="([^"]+)"/g)].map(([, label]) => label),
    links: [...new Set([...html.matchAll(/<a [^>]*href="(\/admin[^"?]*)/g)].map(([, href = '']) => href))],
    text: visibleTextOf(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html),
    html,
  };
}

describe('a sales account', () => {
  it('has ads, reports and calls to action in its sidebar and on its dashboard', async () => {
    await site.db.query(
      `insert into ad_days (day, ad_id, location, impressions, viewable, clicks)
       select current_date - back, (select id from ads), 'footer', 1200, 900, 34 from unnest(array[1, 2, 60]) back`,
    );
    const { sections, text, html } = await screen(sales, '/admin');
    expect(sections).toEqual(['Dashboard', 'Advertisements', 'CTAs', 'Readership']);
    expect(text).toMatch(/Active ads\s*1\s*Impressions\s*2,400\s*Last 30 days\s*Clicks\s*68/);
    expect(text).toMatch(/Active CTAs\s*0/);
    expect(text).not.toMatch(/leads|subscribers|Embargoed|Total Articles|New Article/i);
    expect(html).not.toContain('secret@reader.example');
  });

  it('creates ads with an uploaded image, and calls to action', async () => {
    const form = new FormData();
    const bytes = await drawImage('png');
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'banner.png');
    form.set('folder', 'ads');
    const uploaded = await sales.post('/admin/media/upload', form);
    expect(uploaded.status).toBe(201);
    const { url } = await uploaded.json<{ url: string }>();
    const ad = { intent: 'create', name: 'Autumn', type: 'footer', priority: '3', locations: 'footer' };
    expect((await sales.post('/admin/ads', { ...ad, imageUrl: url, active: 'on' })).status).toBe(303);
    const cta = { intent: 'create', title: 'Book a call', body: 'Ten minutes.', buttonLabel: 'Book' };
    for (const who of both())
      expect((await who.post('/admin/ctas', { ...cta, buttonLink: '/page/contact' })).status).toBe(303);
    const { rows } = await site.db.query("select name from ads where image_url <> ''");
    expect(rows).toEqual([{ name: 'Autumn' }]);
    const { html } = await screen(sales, '/admin/ads?new');
    expect(html).toContain('name="imageFile"');
    expect(html).not.toContain('Choose from Library');
  });
});

describe('an audience account', () => {
  it('has leads, the newsletter and calls to action in its sidebar and on its dashboard', async () => {
    await addReader(site, 'waiting@reader.example', 'pending');
    const { sections, text } = await screen(audience, '/admin');
    expect(sections).toEqual(['Dashboard', 'CTAs', 'Leads', 'Readership', 'Newsletter']);
    expect(text).toMatch(/Confirmed subscribers\s*1\s*Active CTAs\s*0/);
    expect(text).toContain('Leads in the last 30 days');
    expect(text).not.toMatch(/Active ads|Impressions|Embargoed|Total Articles|New Article/);
  });

  it('exports leads and prepares an issue, which cannot contain a draft', async () => {
    await setNewsletter(site);
    expect(await (await audience.get('/admin/leads/export')).text()).toContain('secret@reader.example');
    const created = await audience.post('/admin/newsletter', { intent: 'create', day: '2031-05-05' });
    const issue = created.headers.get('location') ?? '';
    const chosen = { intent: 'save', subject: 'Hello', intro: '', picks: 'chosen', cta: 'none', ad: 'none' };
    const { html } = await screen(audience, issue);
    const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? '';
    await audience.post(issue, { ...chosen, version, [`place-${draftId}`]: '1' });
    for (const path of [issue, `${issue}/preview`, `${issue}/preview?as=text`])
      expect((await screen(audience, path)).text).not.toContain('Embargoed');
  });

  it('follows and cancels the sending of an issue that someone else or the schedule started', async () => {
    const { rows } = await site.db.query(
      `insert into jobs (id, kind, title, created_by) select gen_random_uuid(), kind, kind, starter
       from unnest(array['newsletter', 'newsletter', 'generate-images', 'export'],
         array[null, $1, $2, $2]::uuid[]) as job (kind, starter) returning id, kind`,
      [ids.boss, ids.audience],
    );
    for (const { id, kind } of rows) {
      const at = `/admin/jobs/${id}`;
      const allowed = kind === 'newsletter';
      for (const path of [at, `${at}/progress`])
        expect([path, (await audience.get(path)).status]).toEqual([path, allowed ? 200 : 403]);
      expect((await audience.post(at, { intent: 'cancel' })).status).toBe(allowed ? 303 : 403);
      expect((await sales.get(at)).status).toBe(403);
    }
  });
});

describe('sales and audience accounts', () => {
  it('find no link in the admin that they may not open', async () => {
    const pages = {
      sales: ['/admin', '/admin/ads', '/admin/ads?new', '/admin/ctas', '/admin/readership', '/admin/people'],
      audience: [
        '/admin',
        '/admin/readership',
        '/admin/leads',
        '/admin/ctas',
        '/admin/newsletter',
        '/admin/newsletter/settings',
      ],
    };
    for (const [name, paths] of Object.entries(pages)) {
      const who = name === 'sales' ? sales : audience;
      const found = new Set(
        (await Promise.all(paths.map((path) => screen(who, path)))).flatMap((one) => one.links),
      );
      expect(found.size).toBeGreaterThan(2);
      for (const link of found) expect([name, link, (await who.get(link)).status]).toEqual([name, link, 200]);
    }
  });

  it('see the readership of public articles by title, and of others without title and address', async () => {
    const editor = visit(site);
    await addAccount(site.db, { email: 'editor@example.com', role: 'editor' });
    await editor.signIn('editor@example.com');
    for (const [who, seesAll] of [
      [sales, false],
      [audience, false],
      [editor, true],
    ] as const) {
      const { text, html, links } = await screen(who, '/admin/readership');
      const csv = await (await who.get('/admin/readership/export?table=article')).text();
      // Among the readers of the last minutes, and in the ranking.
      expect(text.split('Open story')).toHaveLength(3);
      expect(text.split('Deleted or unpublished article')).toHaveLength(seesAll ? 1 : 3);
      expect(text.split('Embargoed merger')).toHaveLength(seesAll ? 3 : 1);
      expect(csv).toContain('Open story,/article/open,5');
      expect(csv).toContain(
        seesAll ? 'Embargoed merger,/article/embargoed,5' : 'Deleted or unpublished article,,5',
      );
      expect(/embargoed/i.test(html + csv)).toBe(seesAll);
      expect(links.some((link) => link.endsWith('/readership') && link.includes('/articles/'))).toBe(seesAll);
      const events = (await who.get('/admin/readership/events')).body?.getReader();
      const first = new TextDecoder().decode((await events?.read())?.value);
      await events?.cancel();
      expect([first.includes('Open story'), first.includes('Embargoed')]).toEqual([true, seesAll]);
    }
  });

  it('see the leads and calls to action of articles that are not public without their titles', async () => {
    const { rows } = await site.db.query(
      "insert into ctas (title, body, button_label, button_link) values ('Join', '', 'Join', '/') returning id",
    );
    const report = `/admin/ctas/${rows[0].id}/report`;
    await site.db.query(
      `insert into cta_days (cta_id, day, article_id, views, clicks, sign_ups) values ($1, magazine_day(now(), magazine_zone()), $2, 4, 1, 0)`,
      [rows[0].id, draftId],
    );
    await site.db.query('update leads set article_id = $1', [draftId]);
    const boss = visit(site);
    await boss.signIn('boss@example.com');
    for (const [who, seesAll, paths] of [
      [sales, false, [report]],
      [audience, false, [report, '/admin/leads']],
      [boss, true, [report, '/admin/leads']],
    ] as const) {
      for (const path of paths) {
        const { html, text } = await screen(who, path);
        expect([path, /embargoed/i.test(html)]).toEqual([path, seesAll]);
        expect(text.includes('Deleted or unpublished article')).toBe(!seesAll);
      }
      expect((await (await who.get(`${report}/export`)).text()).includes('Embargoed merger')).toBe(seesAll);
    }
  });

  it('cannot ask for leads by the title of an article that is not public', async () => {
    await site.db.query('update leads set article_id = $1', [draftId]);
    const boss = visit(site);
    await boss.signIn('boss@example.com');
    for (const [who, seesAll] of [
      [audience, false],
      [boss, true],
    ] as const) {
      const asked = '?article=embargoed';
      expect((await screen(who, `/admin/leads${asked}`)).text.includes('secret@reader.example')).toBe(
        seesAll,
      );
      const csv = await (await who.get(`/admin/leads/export${asked}`)).text();
      expect(csv.includes('secret@reader.example')).toBe(seesAll);
    }
  });

  it('cannot change their role or anyone else’s', async () => {
    for (const [who, name] of [
      [sales, 'sales'],
      [audience, 'audience'],
    ] as const) {
      for (const id of [ids[name] ?? '', ids.boss ?? ''])
        expect((await who.post('/admin/people', { intent: 'role', id, role: 'admin' })).status).toBe(403);
      await who.post('/account', { intent: 'name', fullName: 'Robin', role: 'admin' });
      const client = connect(site);
      const { data } = await client.signInWithPassword({ email: `${name}@example.com`, password: PASSWORD });
      const bearer = {
        apikey: 'local-public-key',
        authorization: `Bearer ${data.session?.access_token}`,
      };
      for (const change of [{ data: { role: 'admin' } }, { app_metadata: { role: 'admin' } }])
        await site.get('/auth/v1/user', { method: 'PUT', headers: bearer, body: JSON.stringify(change) });
      expect((await client.getUser()).data.user?.app_metadata.role).toBe(name);
      expect([401, 403]).toContain((await site.get('/auth/v1/admin/users', { headers: bearer })).status);
    }
    const { rows } = await site.db.query('select role from profiles order by role');
    expect(rows.map(({ role }) => role)).toEqual(['admin', 'audience', 'sales']);
  });

  it('see no draft on its address, in the library, in their own data or through the API', async () => {
    await site.db.query('update articles set owner_id = $1', [ids.sales]);
    await site.db.query(
      'insert into article_drafts (id, user_id, article_id, base_version, fields) values (gen_random_uuid(), $1, $2, 1, $3)',
      [ids.sales, draftId, { title: 'Embargoed merger' }],
    );
    for (const who of both()) {
      expect((await who.get('/article/embargoed')).status).toBe(404);
      expect(await (await who.get('/api/articles/embargoed/mine')).json()).toEqual({
        rest: null,
        saved: false,
      });
      for (const path of ['/admin/media', '/admin/media/choices', `/admin/articles/${draftId}/edit`])
        expect([path, (await who.get(path)).status]).toEqual([path, 403]);
      const own = await who.post('/account/export/file', {});
      expect([own.status, await own.text()]).toEqual([200, expect.not.stringContaining('Embargoed')]);
      const drawn = await who.post('/api/generate-article-images', JSON.stringify({ articleId: draftId }), {
        'content-type': 'application/json',
      });
      expect(drawn.status).toBe(403);
    }
  });

  it('need a second factor where staff need one', async () => {
    await site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`);
    for (const [who, path] of [
      [sales, '/admin/ads'],
      [audience, '/admin/leads/export'],
    ] as const)
      expect((await who.get(path)).headers.get('location')).toBe('/account/security');
  });
});
