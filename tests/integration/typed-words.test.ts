// Every form of the newsroom and of the account, walked from the build: whoever typed into one while the session ended, or
// while the database went away, gets the words back. A new route with a form fails here until it says what is typed there.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addAccount, emptyAccounts } from '../support/factory';
import { toPlain } from '../support/html';
import { listRoutes, plausibleAddress } from '../support/routes';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const ID = '00000000-0000-4000-8000-000000000000';
const STAMP = '2026-01-01T00:00:00.000Z';
const WORDS = 'Typed & kept';

interface Typed {
  /** Of the dialog. */
  query?: string;
  form: Record<string, string>;
}

const dialog = (kind: 'create' | 'save', form: Record<string, string>): Typed => ({
  query: kind === 'create' ? '?new' : `?edit=${ID}`,
  form: { intent: kind, id: ID, stamp: kind === 'create' ? '' : STAMP, ...form },
});
const both = (form: Record<string, string>) => [dialog('create', form), dialog('save', form)];
const article = { id: ID, version: '0', title: WORDS, summary: WORDS, content: `<p>${WORDS}</p>` };
const page = { ...article, slug: '' };

/** Route -> its forms in which something is typed. */
const TYPED: Record<string, Typed[]> = {
  'routes/admin.articles_.new': [{ form: article }],
  'routes/admin.articles_.$id.edit': [{ form: { ...article, version: '1' } }],
  'routes/admin-old': [
    { query: '?tab=articles&new', form: { intent: 'create', ...article } },
    { query: `?tab=articles&edit=${ID}`, form: { intent: 'save', ...article, version: '1' } },
    { query: '?tab=categories&new', form: { intent: 'create', stamp: '', name: WORDS } },
    { query: `?tab=categories&edit=${ID}`, form: { intent: 'save', id: ID, stamp: STAMP, name: WORDS } },
  ],
  'routes/admin.pages_.new': [{ form: page }],
  'routes/admin.pages_.$id.edit': [{ form: { ...page, version: '1' } }],
  'routes/admin.categories': both({ name: WORDS, description: WORDS }),
  'routes/admin.tags': both({ name: WORDS }),
  'routes/admin.redirects': both({ fromPath: '/typed-and-kept', toPath: WORDS }),
  'routes/admin.ads': both({ name: WORDS, type: 'banner', htmlContent: WORDS }),
  'routes/admin.ctas': both({ title: WORDS, body: WORDS }),
  'routes/admin.media._index': [dialog('save', { name: WORDS, alt: WORDS })],
  'routes/admin.people': [
    {
      query: '?new',
      form: { intent: 'invite', stamp: '', email: 'a@example.com', fullName: WORDS, role: 'author' },
    },
  ],
  'routes/admin.settings': [{ form: { intent: 'settings', stamp: STAMP, name: WORDS, blurb: WORDS } }],
  'routes/admin.newsletter_.settings': [{ form: { intent: 'settings', stamp: STAMP, senderName: WORDS } }],
  'routes/admin.newsletter_.$id': [
    {
      form: {
        intent: 'save',
        stamp: STAMP,
        subject: WORDS,
        intro: WORDS,
        picks: 'auto',
        cta: 'auto',
        ad: 'auto',
      },
    },
  ],
  'routes/admin.webhooks.outgoing._index': both({ url: WORDS }),
  'routes/_site.account': [
    { form: { intent: 'name', stamp: '', fullName: WORDS } },
    { form: { intent: 'email', stamp: '', email: WORDS } },
  ],
  'routes/_site.account_.security': [{ form: { intent: 'begin-app', stamp: '', name: WORDS } }],
};

/** Route -> why nothing that is typed there can be lost. */
const NOTHING_TYPED: Record<string, string> = {
  'routes/admin': 'the sidebar’s button',
  'routes/admin._index': 'no form',
  'routes/admin.$': 'no form',
  'routes/admin.api': 'no form',
  'routes/admin.audit': 'no form that is posted',
  'routes/admin.articles': 'choices of rows, and a category for them',
  'routes/admin.articles_.$id.revisions': 'a button',
  'routes/admin.articles_.$id.share': 'buttons',
  'routes/admin.articles_.autosave': 'answers scripts, which keep the words in the browser then',
  'routes/admin.ads_.$id.report': 'no form that is posted',
  'routes/admin.ads_.$id.report_.export': 'no form',
  'routes/admin.images': 'choices of rows',
  'routes/admin.images_.draw': 'answers scripts; the article’s form keeps its words',
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
  'routes/admin.repair': 'choices of what to mend',
  'routes/admin.repair_.progress': 'no form',
  'routes/admin.transfer': 'a file',
  'routes/admin.transfer_.$id': 'choices, and a word to confirm with',
  'routes/admin.transfer_.$id_.download': 'no form',
  'routes/admin.transfer_.upload': 'a file, sent by scripts',
  'routes/admin.webhooks.$id': 'no form',
  'routes/admin.webhooks._index': 'two choices',
  'routes/admin.webhooks.outgoing.$id': 'buttons',
  'routes/_site.account_.delete': 'a word to confirm with',
  'routes/_site.account_.export': 'a password, which is never given back',
  'routes/_site.account_.newsletter': 'buttons',
  'routes/_site.account_.read.$slug': 'no form',
  'routes/_site.account_.reading': 'three choices, which come back all the same',
  'routes/_site.account_.reading-list': 'buttons',
  'routes/account.export.file': 'a button',
  'routes/account.passkey': 'answers scripts, which keep the name in its field',
  'routes/account.theme': 'a button',
};

const routes = listRoutes(new URL('../..', import.meta.url).pathname).filter(
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

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  await emptyAccounts(site.db);
});
afterAll(() => site.stop());

/** How often the words stand in fields of the page. */
const fieldsWith = (html: string) =>
  [
    ...[...html.matchAll(/<input [^>]*value="([^"]*)"/g)].map(([, value]) => value),
    ...[...html.matchAll(/<textarea [^>]*>([\s\S]*?)<\/textarea>/g)].map(([, value]) => value),
  ].filter((value) => toPlain(value ?? '').includes(WORDS)).length;

async function expectWordsBack(visitor: Visitor, { address, form }: (typeof forms)[number], status: number) {
  const answer = await visitor.post(address, form);
  const sent = Object.values(form).filter((value) => value.includes(WORDS)).length;
  const html = await answer.text();
  expect([answer.status, fieldsWith(html)]).toEqual([status, sent]);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return html;
}

describe('typed words', () => {
  it('are known of every form', () => {
    const known = { ...TYPED, ...NOTHING_TYPED };
    expect(routes.map(({ id }) => id).filter((id) => !(id in known))).toEqual([]);
    expect(routes.length).toBeGreaterThan(30);
  });

  it.each(forms)('of $id ($query) come back when the session ended', async (form) => {
    const html = await expectWordsBack(visit(site), form, 401);
    expect(html).toMatch(/href="\/auth\?redirect=[^"]*"[^>]*target="_blank"/);
  });

  it('that were chosen for reading come back, too', async () => {
    const choice = { stamp: '', theme: 'dark', textSize: 'largest', typeface: 'sans' };
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
    it.each(forms)('of $id ($query) come back', async (form) => {
      await expectWordsBack(admin, form, 503);
    });
  });
});
