// Every form of the admin and the account, taken from the build: typed text comes back when the
// session has ended or the database is unavailable. A route with a new form fails here until it is listed
// below.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { addAccount, emptyAccounts } from '../../support/factory';
import { toPlain } from '../../support/html';
import { listRoutes, plausibleAddress } from '../../support/routes';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const ID = '00000000-0000-4000-8000-000000000000';
const VERSION = '2026-01-01T00:00:00.000Z';
const TEXT = 'Typed & kept';

interface FormCase {
  /** Opens the dialog. */
  query?: string;
  form: Record<string, string>;
}

const dialog = (kind: 'create' | 'save', form: Record<string, string>): FormCase => ({
  query: kind === 'create' ? '?new' : `?edit=${ID}`,
  form: { intent: kind, id: ID, version: kind === 'create' ? '' : VERSION, ...form },
});
const both = (form: Record<string, string>) => [dialog('create', form), dialog('save', form)];
const article = { id: ID, version: '0', title: TEXT, summary: TEXT, content: `<p>${TEXT}</p>` };
const page = { ...article, slug: '' };

/** Route -> its forms that contain text fields. */
const TYPED: Record<string, FormCase[]> = {
  'routes/admin.articles_.new': [{ form: article }],
  'routes/admin.articles_.$id.edit': [{ form: { ...article, version: '1' } }],
  'routes/admin.articles_.templates': [
    { query: `?from=${ID}`, form: { intent: 'create', version: '', from: ID, name: TEXT } },
    dialog('save', { name: TEXT }),
  ],
  'routes/admin-old': [
    { query: '?tab=articles&new', form: { intent: 'create', ...article } },
    { query: `?tab=articles&edit=${ID}`, form: { intent: 'save', ...article, version: '1' } },
    { query: '?tab=categories&new', form: { intent: 'create', version: '', name: TEXT } },
    { query: `?tab=categories&edit=${ID}`, form: { intent: 'save', id: ID, version: VERSION, name: TEXT } },
  ],
  'routes/admin.pages_.new': [{ form: page }],
  'routes/admin.pages_.$id.edit': [{ form: { ...page, version: '1' } }],
  'routes/admin.categories': both({ name: TEXT, description: TEXT }),
  'routes/admin.tags': both({ name: TEXT }),
  'routes/admin.authors': both({ name: TEXT, role: TEXT, bio: TEXT, links: 'https://example.com/' }),
  'routes/admin.authors_.me': [
    {
      form: {
        intent: 'save',
        id: ID,
        version: VERSION,
        role: TEXT,
        bio: TEXT,
        links: 'https://example.com/',
      },
    },
  ],
  'routes/admin.redirects': both({ fromPath: '/typed-and-kept', toPath: TEXT }),
  'routes/admin.search_.synonyms': both({ terms: `${TEXT}\nanother term` }),
  'routes/admin.ads': both({ name: TEXT, type: 'banner', htmlContent: TEXT }),
  'routes/admin.ctas': both({ title: TEXT, body: TEXT }),
  'routes/admin.media._index': [
    dialog('save', { name: TEXT, alt: TEXT }),
    { query: `?replace=${ID}`, form: { intent: 'replace', id: ID, version: '', imageUrl: TEXT } },
  ],
  'routes/admin.people': [
    {
      query: '?new',
      form: { intent: 'invite', version: '', email: 'a@example.com', fullName: TEXT, role: 'author' },
    },
  ],
  'routes/admin.settings': [{ form: { intent: 'settings', version: VERSION, name: TEXT, blurb: TEXT } }],
  'routes/admin.newsletter_.settings': [{ form: { intent: 'settings', version: VERSION, senderName: TEXT } }],
  'routes/admin.readership_.settings': [
    { form: { intent: 'settings', version: VERSION, logDays: TEXT, popular: 'computed' } },
  ],
  'routes/admin.newsletter_.$id': [
    {
      form: {
        intent: 'save',
        version: VERSION,
        subject: TEXT,
        intro: TEXT,
        picks: 'auto',
        cta: 'auto',
        ad: 'auto',
      },
    },
  ],
  'routes/admin.webhooks.outgoing._index': both({ url: TEXT }),
  'routes/_site.account': [
    { form: { intent: 'name', version: '', fullName: TEXT } },
    { form: { intent: 'email', version: '', email: TEXT } },
  ],
  'routes/_site.account_.security': [{ form: { intent: 'begin-app', version: '', name: TEXT } }],
};

/** Route -> why no typed text can be lost there. */
const NO_TEXT_FIELDS: Record<string, string> = {
  'routes/admin': 'the button of the sidebar',
  'routes/admin._index': 'no form',
  'routes/admin.$': 'no form',
  'routes/admin.api': 'no form',
  'routes/admin.audit': 'no form that is posted',
  'routes/admin.articles': 'choices of rows, and a category for them',
  'routes/admin.articles_.$id.duplicate': 'a button',
  'routes/admin.articles_.$id.readership': 'no form',
  'routes/admin.articles_.$id.related': 'buttons, and a search that is not posted',
  'routes/admin.articles_.$id.revisions': 'a button',
  'routes/admin.articles_.$id.share': 'buttons',
  'routes/admin.articles_.autosave': 'responds to scripts, which then keep the text in the browser',
  'routes/admin.articles_.broken-links': 'no form',
  'routes/admin.articles_.choices': 'no form',
  'routes/admin.ads_.$id.report': 'no form that is posted',
  'routes/admin.ads_.$id.report_.export': 'no form',
  'routes/admin.ctas_.$id.report': 'no form that is posted',
  'routes/admin.ctas_.$id.report_.export': 'no form',
  'routes/admin.images': 'choices of rows',
  'routes/admin.images_.draw': 'responds to scripts; the article form keeps its text',
  'routes/admin.search': 'no form',
  'routes/admin.search_.export': 'no form',
  'routes/admin.settings_.demo': 'a button',
  'routes/admin.jobs': 'no form',
  'routes/admin.jobs_.$id': 'buttons',
  'routes/admin.jobs_.$id_.events': 'no form',
  'routes/admin.jobs_.$id_.progress': 'no form',
  'routes/admin.leads': 'a status, a file',
  'routes/admin.leads_.export': 'no form that is posted',
  'routes/admin.media.choices': 'no form',
  'routes/admin.media.upload': 'a file, sent by scripts',
  'routes/admin.newsletter': 'a day',
  'routes/admin.newsletter_.$id_.preview': 'no form',
  'routes/admin.pages': 'a button',
  'routes/admin.readership': 'no form that is posted',
  'routes/admin.readership_.events': 'no form',
  'routes/admin.readership_.export': 'no form',
  'routes/admin.repair': 'choices of what to repair',
  'routes/admin.repair_.progress': 'no form',
  'routes/admin.transfer': 'a file',
  'routes/admin.transfer_.$id': 'choices, and a word to confirm with',
  'routes/admin.transfer_.$id_.download': 'no form',
  'routes/admin.transfer_.$id_.report': 'no form',
  'routes/admin.transfer_.upload': 'a file, sent by scripts',
  'routes/admin.webhooks.$id': 'no form',
  'routes/admin.webhooks._index': 'two choices',
  'routes/admin.webhooks.outgoing.$id': 'buttons',
  'routes/_site.account_.delete': 'a word to confirm with',
  'routes/_site.account_.export': 'a password, which is never given back',
  'routes/_site.account_.newsletter': 'buttons',
  'routes/_site.account_.read.$slug': 'no form',
  'routes/_site.account_.reading': 'three choices, which are tested below',
  'routes/_site.account_.reading-list': 'buttons',
  'routes/account.export.file': 'a button',
  'routes/account.passkey': 'responds to scripts, which keep the name in its field',
  'routes/account.theme': 'a button',
};

const routes = listRoutes(new URL('../../..', import.meta.url).pathname).filter(
  ({ pattern, hasAction }) => hasAction && /^\/(admin|admin-old|account)(\/|$)/.test(pattern),
);
const forms = routes.flatMap((route) =>
  (TYPED[route.id] ?? []).map(({ query = '', form }) => ({
    id: route.id,
    query,
    address: plausibleAddress(route) + query,
    form,
  })),
);

const { it, site } = siteTest();

beforeAll(async () => {
  await emptyAccounts(site.db);
});

/** The number of fields in the page that contain the text. */
const fieldsWith = (html: string) =>
  [
    ...[...html.matchAll(/<input [^>]*value="([^"]*)"/g)].map(([, value]) => value),
    ...[...html.matchAll(/<textarea [^>]*>([\s\S]*?)<\/textarea>/g)].map(([, value]) => value),
  ].filter((value) => toPlain(value ?? '').includes(TEXT)).length;

async function expectInputBack(visitor: Visitor, { address, form }: (typeof forms)[number], status: number) {
  const answer = await visitor.post(address, form);
  const sent = Object.values(form).filter((value) => value.includes(TEXT)).length;
  const html = await answer.text();
  expect([answer.status, fieldsWith(html)]).toEqual([status, sent]);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return html;
}

describe('typed text', () => {
  it('is covered for every form', () => {
    const known = { ...TYPED, ...NO_TEXT_FIELDS };
    expect(routes.map(({ id }) => id).filter((id) => !(id in known))).toEqual([]);
    expect(routes.length).toBeGreaterThan(30);
  });

  it.each(forms)('of $id ($query) is returned when the session has ended', async (form) => {
    const html = await expectInputBack(visit(site), form, 401);
    expect(html).toMatch(/href="\/auth\?redirect=[^"]*"[^>]*target="_blank"/);
  });

  it('of more than a megabyte is returned only to a browser that signed in before', async () => {
    await addAccount(site.db, { email: 'writer@example.com', role: 'editor' });
    const stranger = visit(site);
    const writer = visit(site);
    await writer.signIn('writer@example.com');
    await site.db.query('delete from sessions');
    const long = { ...article, content: `<p>${'word '.repeat(250_000)}</p>` };
    const [refused, returned] = await Promise.all(
      [stranger, writer].map((who) => who.post('/admin/articles/new', long)),
    );
    expect([refused?.status, returned?.status]).toEqual([302, 401]);
    expect((await returned?.text())?.includes('word word word')).toBe(true);
  });

  it('includes the choices of reading preferences', async () => {
    const choice = { version: '', theme: 'dark', textSize: 'largest', typeface: 'sans' };
    const answer = await visit(site).post('/account/reading', choice);
    const chosen = ((await answer.text()).match(/<input type="radio"[^>]*\schecked=""[^>]*>/g) ?? []).map(
      (tag) => /value="([^"]*)"/.exec(tag)?.[1],
    );
    expect([answer.status, chosen]).toEqual([401, ['largest', 'sans', 'dark']]);
  });

  describe('without the database', () => {
    let admin: Visitor;
    beforeAll(async () => {
      await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
      admin = visit(site);
      await admin.signIn('boss@example.com');
      await site.loseDatabase();
    });
    afterAll(() => site.restoreDatabase());
    it.each(forms)('of $id ($query) is returned', async (form) => {
      await expectInputBack(admin, form, 503);
    });
  });
});
