// The setting that requires alt text to publish: editor, bulk actions, schedule, revisions and webhook.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';
import { addWebhookKey, callWebhook, PAYLOAD } from '../../support/webhook';

const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('media, audit_log');
  await requireAltText(true);
});

const requireAltText = (isRequired: boolean) =>
  site.db.query(
    "insert into settings (key, value) values ('site', $1) on conflict (key) do update set value = excluded.value",
    [{ requireAltText: isRequired }],
  );
const one = async (query: string, values: unknown[] = []) => (await site.db.query(query, values)).rows[0];
const stateOf = (id: string) =>
  one(
    'select status, publish_at is not null as "isScheduled", version, content from articles where id = $1',
    [id],
  );
const BARE = '<p>Words <img src="/stock/tools-800.webp" alt=""></p>';
const DESCRIBED = '<p>Words <img src="/stock/tools-800.webp" alt="A lamp"></p>';
const REFUSED = 'because image 1 (tools-800.webp) has no alt text';

describe('the setting', () => {
  it('is off at first, and is saved with the settings', async () => {
    await site.empty('settings');
    const form = await readFormFields(await admin.get('/admin/settings'));
    expect(form).not.toHaveProperty('requireAltText');
    const settings = { ...form, intent: 'settings' };
    expect((await postForm(admin, '/admin/settings', { ...settings, requireAltText: 'on' })).status).toBe(
      303,
    );
    expect(await one("select value -> 'requireAltText' as value from settings")).toEqual({ value: true });
    const log = visibleTextOf(await (await admin.get('/admin/audit')).text());
    expect(log).toContain('Require alt text to publish');
    const saved = await readFormFields(await admin.get('/admin/settings'));
    expect(saved).toHaveProperty('requireAltText', 'on');
    await requireAltText(false);
    const id = await createByForm(admin, { status: 'published', content: BARE });
    expect(await stateOf(id)).toMatchObject({ status: 'published' });
  });
});

describe('the editor', () => {
  const create = (more: Record<string, string>) =>
    postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, content: BARE, ...more });

  it.each([
    ['publishing', { status: 'published' }],
    ['scheduling', { status: 'draft', publishAt: '2027-01-05T09:30' }],
  ])('refuses %s with the reason and everything typed', async (_, more) => {
    const answer = await create({ ...more, title: 'Typed title', summary: 'Typed summary' });
    expect(answer.status).toBe(422);
    const html = await answer.clone().text();
    expect(visibleTextOf(html)).toContain(REFUSED);
    expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/);
    expect(await readFormFields(answer)).toMatchObject({
      title: 'Typed title',
      summary: 'Typed summary',
      content: BARE,
      ...more,
    });
    expect(await one('select count(*)::int from articles')).toEqual({ count: 0 });
  });

  it('saves drafts, archived articles, and described images', async () => {
    expect((await create({ status: 'draft' })).status).toBe(303);
    expect((await create({ status: 'archived' })).status).toBe(303);
    expect((await create({ status: 'published', content: DESCRIBED })).status).toBe(303);
    // The featured image has its own description, which is not part of the rule.
    const image = { imageUrl: '/stock/tools-800.webp', imageAlt: '', content: '<p>Words</p>' };
    expect((await create({ status: 'published', ...image })).status).toBe(303);
  });

  it('refuses to save a published article, even an older one, until its images have alt text or it is a draft', async () => {
    const id = await addArticle(site.db, { status: 'published', content: BARE });
    const form = await readFormFields(await admin.get(editPath(id)));
    const refused = await postForm(admin, editPath(id), { ...form, title: 'Another title' });
    expect(refused.status).toBe(422);
    expect(visibleTextOf(await refused.clone().text())).toContain(REFUSED);
    expect(await readFormFields(refused)).toMatchObject({ title: 'Another title' });
    expect((await stateOf(id)).version).toBe(1);
    expect((await postForm(admin, editPath(id), { ...form, content: DESCRIBED })).status).toBe(303);
    const again = await readFormFields(await admin.get(editPath(id)));
    expect((await postForm(admin, editPath(id), { ...again, content: BARE })).status).toBe(422);
    expect((await postForm(admin, editPath(id), { ...again, content: BARE, status: 'draft' })).status).toBe(
      303,
    );
  });

  it('names images by their name in the library, also those embedded in the text', async () => {
    const data = Buffer.from(await drawImage('png')).toString('base64');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await drawImage('png'))], { type: 'image/png' }), 'office.png');
    const { url } = (await (await admin.post('/admin/media/upload', form)).json()) as { url: string };
    const answer = await create({
      status: 'published',
      content: `<p><img src="${url}"><img src="data:image/png;base64,${data}"></p>`,
    });
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toMatch(
      /because image 1 \(office\.png\) and image 2 \(.+\) have no alt text/,
    );
  });

  it('refuses the form of the specified admin page in the same way', async () => {
    const fields = {
      ...NEW_ARTICLE,
      intent: 'create',
      id: crypto.randomUUID(),
      version: '0',
      status: 'published',
    };
    const answer = await postForm(admin, '/admin-old?tab=articles&new', { ...fields, content: BARE });
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(REFUSED);
  });

  it('refuses to restore a revision of a published article', async () => {
    const id = await createByForm(admin, { content: BARE });
    const form = await readFormFields(await admin.get(editPath(id)));
    const published = { ...form, content: DESCRIBED, status: 'published' };
    expect((await postForm(admin, editPath(id), published)).status).toBe(303);
    const answer = await admin.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '2' });
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(REFUSED);
    expect((await stateOf(id)).content).toContain('A lamp');
  });

  it('publishes a scheduled article that is due, because it was checked before', async () => {
    const id = await createByForm(admin, { content: DESCRIBED, publishAt: '2027-01-05T09:30' });
    await site.db.query('update articles set content = $2 where id = $1', [id, BARE]);
    await site.runCron(new Date('2027-01-05T14:30:00Z'));
    expect(await stateOf(id)).toMatchObject({ status: 'published' });
  });
});

describe('publishing several articles', () => {
  const publish = (ids: string[]) =>
    admin.post('/admin/articles', [['intent', 'publish'], ...ids.map((id): [string, string] => ['id', id])]);

  it('publishes those with alt text and names the others', async () => {
    const bare = await addArticle(site.db, { title: 'Without alt text', status: 'draft', content: BARE });
    const described = await addArticle(site.db, {
      title: 'With alt text',
      status: 'archived',
      content: DESCRIBED,
    });
    const plain = await addArticle(site.db, { title: 'Without images', status: 'draft' });
    const already = await addArticle(site.db, { status: 'published', content: BARE });
    expect((await publish([bare, described, plain, already])).status).toBe(303);
    const text = visibleTextOf(await (await admin.get('/admin/articles')).text());
    expect(text).toContain('Updated 3 articles');
    expect(text).toContain(
      '1 article was not published, because an image in the text has no alt text: “Without alt text”.',
    );
    expect((await stateOf(bare)).status).toBe('draft');
    expect((await stateOf(described)).status).toBe('published');
    expect((await stateOf(plain)).status).toBe('published');
  });

  it('is refused if no article is left', async () => {
    const id = await addArticle(site.db, { title: 'Without alt text', status: 'draft', content: BARE });
    const answer = await publish([id]);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain('no alt text: “Without alt text”');
  });

  it('publishes nothing that was changed after the check', async () => {
    const id = await addArticle(site.db, { status: 'draft', content: DESCRIBED });
    const change = `update articles set content = '${BARE}' where id = '${id}'`;
    const answer = await changeDuring(site.db, change, () => publish([id]));
    expect(answer.status).toBe(409);
    expect((await stateOf(id)).status).toBe('draft');
  });
});

describe('the webhook', () => {
  it('publishes, with a warning in its response and in the log', async () => {
    const key = await addWebhookKey(site.db);
    const data = Buffer.from(await drawImage('png')).toString('base64');
    const content = `<p>Words</p><img src='/stock/tools-800.webp'><img src="data:image/png;base64,${data}">`;
    const answer = await callWebhook(
      site,
      { ...PAYLOAD, content, category: 'Nowhere' },
      { 'x-api-key': key },
    );
    expect(answer.status).toBe(201);
    expect(answer.json.warnings).toEqual([
      expect.objectContaining({ field: 'category' }),
      {
        field: 'content',
        message:
          'The settings require alt text. The article was published without alt text for image 1 (tools-800.webp) and image 2.',
      },
    ]);
    expect(await stateOf(answer.json.article?.id ?? '')).toMatchObject({ status: 'published' });
    const { json } = await callWebhook(site, { ...PAYLOAD, content: DESCRIBED }, { 'x-api-key': key });
    expect(json).not.toHaveProperty('warnings');
    await callWebhook(site, { ...PAYLOAD, title: 'In the log', content }, { 'x-api-key': key });
    expect(visibleTextOf(await (await admin.get('/admin/webhooks')).text())).toContain(
      'The settings require alt text.',
    );
  });
});
