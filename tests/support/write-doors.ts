// Every form by which a text gets into the magazine, for tests that send hostile ones through all of them.
import { type ArticleForm, NEW_ARTICLE, postForm, readForm } from './editor';
import { PASSWORD } from './factory';
import { hostileGhost, hostileWordpress } from './hostile-exports';
import { drawPicture } from './pictures';
import type { Site } from './site';
import { readImportForm, sendToTransfer, waitForJobs } from './transfers';
import { type Visitor, visit } from './visitor';

/** Gives the next texts, as many as fit into so many characters, and begins anew after the last. */
export type Deal = (characters: number) => string;

export interface WriteDoor {
  name: string;
  /** How often it is used. It may refuse some, not all. */
  rounds: number;
  /** `rich` holds HTML; `plain` is for names, titles and the like. */
  post(admin: Visitor, rich: Deal, plain: Deal, round: number, site: Site): Promise<Response>;
}

const article = (path: string, facts: ArticleForm) => (admin: Visitor) =>
  postForm(admin, path, { ...NEW_ARTICLE, ...facts });

/** The key that an admin makes for an automation; once, for a second try is refused. */
let webhookKey = '';
async function keyFor(admin: Visitor): Promise<string> {
  if (webhookKey === '') {
    const page = await admin.post('/admin/settings', { intent: 'create-key' });
    webhookKey = /new-key__text">([^<]*)</.exec(await page.text())?.[1] ?? '';
  }
  return webhookKey;
}

/** A file is looked through, then brought in as its form proposes; its pictures are nobody's. */
async function bringIn(admin: Visitor, site: Site, name: string, text: string): Promise<Response> {
  const page = await sendToTransfer(admin, name, text);
  await waitForJobs(site);
  const { pictures: _, ...choices } = await readImportForm(admin, page);
  const answer = await admin.post(page, choices);
  await waitForJobs(site);
  return answer;
}

/** A new door is a new line here. */
export const WRITE_DOORS: WriteDoor[] = [
  {
    name: 'the article editor',
    rounds: 24,
    post: (admin, rich, plain) =>
      article('/admin/articles/new', {
        title: plain(300),
        summary: plain(400),
        author: plain(200),
        imageAlt: plain(300),
        content: `<p>Begin.</p>${rich(800)}<p>End.</p>`,
        status: 'published',
      })(admin),
  },
  {
    name: 'the article form of the content dashboard',
    rounds: 8,
    post: (admin, rich, plain) =>
      article('/admin-old?tab=articles&new', {
        intent: 'create',
        id: '',
        version: '0',
        title: plain(300),
        summary: plain(400),
        author: plain(200),
        content: rich(800),
        status: 'published',
      })(admin),
  },
  {
    name: 'pictures, their files and names',
    rounds: 6,
    post: async (admin, _rich, plain) => {
      const form = new FormData();
      form.set('file', new Blob([Buffer.from(await drawPicture('png'))], { type: 'image/png' }), plain(200));
      form.set('alt', plain(500));
      return admin.post('/admin/media/upload', form);
    },
  },
  {
    name: 'the words about a picture',
    rounds: 6,
    post: async (admin, _rich, plain, round) => {
      const list = await (await admin.get('/admin/media')).text();
      const id = [...list.matchAll(/edit=([0-9a-f-]{36})/g)][round * 2]?.[1] ?? '';
      return admin.post(`/admin/media?edit=${id}`, { intent: 'save', id, name: plain(200), alt: plain(500) });
    },
  },
  {
    name: 'the webhook',
    rounds: 24,
    post: async (admin, rich, plain) =>
      admin.post(
        '/api/zapier-webhook',
        JSON.stringify({
          title: plain(300),
          summary: plain(400),
          author: plain(200),
          content: `<p>Begin.</p>${rich(800)}<p>End.</p>`,
        }),
        { 'content-type': 'application/json', 'x-api-key': await keyFor(admin) },
      ),
  },
  {
    name: 'pages',
    rounds: 6,
    post: (admin, rich, plain, round) =>
      admin.post('/admin/pages/new', {
        id: '',
        version: '0',
        title: plain(200),
        slug: `hostile-${round}`,
        summary: plain(500),
        content: rich(3000),
      }),
  },
  {
    name: 'ads',
    rounds: 12,
    post: (admin, rich, plain) =>
      admin.post('/admin/ads?new', [
        ['intent', 'create'],
        ['name', plain(200)],
        ['type', 'banner'],
        ['htmlContent', `<p>Begin.</p>${rich(3000)}`],
        ['active', 'on'],
        ['locations', 'homepage-hero'],
        ['locations', 'article-sidebar'],
      ]),
  },
  {
    name: 'calls to action',
    rounds: 3,
    post: (admin, _rich, plain) =>
      admin.post('/admin/ctas?new', {
        intent: 'create',
        title: plain(200),
        body: plain(1000),
        buttonLabel: plain(60),
        buttonLink: '/newsletter',
        active: 'on',
      }),
  },
  {
    name: 'categories',
    rounds: 12,
    post: (admin, _rich, plain) =>
      admin.post('/admin/categories?new', {
        intent: 'create',
        name: plain(120),
        description: plain(500),
        imageUrl: '',
      }),
  },
  {
    name: 'tags',
    rounds: 90,
    post: (admin, _rich, plain) =>
      admin.post('/admin/tags?new', { intent: 'create', name: plain(120), slug: '' }),
  },
  {
    name: 'redirects',
    rounds: 40,
    post: (admin, _rich, plain, round) =>
      admin.post('/admin/redirects?new', {
        intent: 'create',
        // White space would be refused at once.
        fromPath: `/old-${round}-${plain(120).replace(/\s/g, '')}`,
        toPath: `/new?${plain(120).replace(/\s/g, '')}`,
      }),
  },
  {
    name: 'settings',
    rounds: 1,
    post: (admin, _rich, plain) =>
      admin.post('/admin/settings', {
        intent: 'settings',
        name: plain(60),
        blurb: plain(200),
        linkedin: '',
        x: '',
        facebook: '#',
        youtube: '',
        readersFigure: '10,000+',
        growthFigure: '150%',
        timeZone: 'America/New_York',
        newsletterHeadline: plain(100),
        newsletterText: plain(200),
        newsletterIntro: plain(200),
        blockedImageHosts: '',
      }),
  },
  {
    name: 'the settings of the newsletter',
    rounds: 1,
    post: (admin, _rich, plain) =>
      admin.post('/admin/newsletter/settings', {
        senderName: plain(60),
        senderAddress: 'letter@example.com',
        postalAddress: plain(200),
        time: '09:00',
        intro: plain(500),
        articleCount: '6',
      }),
  },
  {
    name: 'issues of the newsletter',
    rounds: 3,
    post: async (admin, _rich, plain, round) => {
      const made = await admin.post('/admin/newsletter', { intent: 'create', day: `2031-01-0${round + 1}` });
      return admin.post(made.headers.get('location') ?? '', {
        intent: 'save',
        stamp: '',
        subject: plain(200),
        intro: plain(1000),
        picks: 'auto',
        cta: 'auto',
        ad: 'auto',
      });
    },
  },
  {
    name: 'what is typed into an article and not saved yet',
    rounds: 3,
    post: async (admin, rich, plain) => {
      const { id = '', version = '', copy = '' } = await readForm(await admin.get('/admin/articles/new'));
      return article('/admin/articles/autosave', {
        id,
        version,
        copy,
        title: plain(300),
        summary: plain(400),
        author: plain(200),
        content: rich(3_000),
      })(admin);
    },
  },
  {
    name: "WordPress's export",
    rounds: 1,
    post: (admin, rich, plain, _round, site) =>
      bringIn(admin, site, `${plain(60)}.xml`, hostileWordpress(rich, plain)),
  },
  {
    name: "Ghost's export",
    rounds: 1,
    post: (admin, rich, plain, _round, site) => bringIn(admin, site, 'ghost.json', hostileGhost(rich, plain)),
  },
  {
    name: 'leads as CSV',
    rounds: 1,
    post: (admin, _rich, plain) => {
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = Array.from({ length: 80 }, (_, n) => `reader-${n}@example.com,${cell(plain(100))}`);
      const form = new FormData();
      form.set('intent', 'import');
      form.set('status', 'pending');
      form.set('file', new File([`Email,Source\r\n${rows.join('\r\n')}`], `${plain(60)}.csv`));
      return admin.post('/admin/leads?import', form);
    },
  },
  {
    name: 'people who are invited',
    rounds: 5,
    post: (admin, _rich, plain, round) =>
      admin.post('/admin/people?new', {
        intent: 'invite',
        email: `invited-${round}@example.com`,
        fullName: plain(100),
        role: 'author',
      }),
  },
  {
    name: 'people who sign up',
    rounds: 5,
    post: (_admin, _rich, plain, round, site) =>
      visit(site).post('/auth', {
        intent: 'sign-up',
        email: `new-${round}@example.com`,
        fullName: plain(100),
        password: PASSWORD,
      }),
  },
  {
    name: 'what clients of the authentication API say of people',
    rounds: 5,
    post: (_admin, rich, plain, round, site) =>
      visit(site).post(
        '/auth/v1/signup',
        JSON.stringify({
          email: `client-${round}@example.com`,
          password: PASSWORD,
          data: { full_name: plain(100), about: rich(500) },
        }),
        { 'content-type': 'application/json', apikey: 'local-public-key' },
      ),
  },
  {
    name: "the account's name",
    rounds: 1,
    post: (admin, _rich, plain) => admin.post('/account', { intent: 'name', fullName: plain(100) }),
  },
];
