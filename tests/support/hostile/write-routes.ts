// Every form that stores text, for tests that submit hostile text through all of them.
import { type ArticleFormValues, NEW_ARTICLE, postForm, readFormFields } from '../browser/editor';
import { PASSWORD } from '../factory';
import { drawImage } from '../images';
import type { Site } from '../site/site';
import { readImportForm, uploadToTransfer, waitForJobs } from '../transfers';
import { type Visitor, visit } from '../visitor';
import { hostileGhost, hostileWordpress } from './hostile-exports';

/** Returns the next payloads that fit into `characters`, and starts over after the last. */
export type PayloadSource = (characters: number) => string;

export interface WriteRoute {
  name: string;
  /** Number of submissions. Some may be rejected, but not all. */
  rounds: number;
  /** `rich` returns HTML; `plain` is for names and titles. */
  post(
    admin: Visitor,
    rich: PayloadSource,
    plain: PayloadSource,
    round: number,
    site: Site,
  ): Promise<Response>;
}

const article = (path: string, facts: ArticleFormValues) => (admin: Visitor) =>
  postForm(admin, path, { ...NEW_ARTICLE, ...facts });

/** The webhook key that the admin creates. Created once: a second attempt is rejected. */
let webhookKey = '';
async function keyFor(admin: Visitor): Promise<string> {
  if (webhookKey === '') {
    const page = await admin.post('/admin/settings', { intent: 'create-key' });
    webhookKey = /new-key__text">([^<]*)</.exec(await page.text())?.[1] ?? '';
  }
  return webhookKey;
}

/** Uploads a file, then imports it with the form's defaults, without images. */
async function importFile(admin: Visitor, site: Site, name: string, text: string): Promise<Response> {
  const page = await uploadToTransfer(admin, name, text);
  await waitForJobs(site);
  const { images: _, ...choices } = await readImportForm(admin, page);
  const answer = await admin.post(page, choices);
  await waitForJobs(site);
  return answer;
}

/** Add a line for each new endpoint. */
export const WRITE_ROUTES: WriteRoute[] = [
  {
    name: 'the article editor',
    rounds: 24,
    post: (admin, rich, plain) =>
      article('/admin/articles/new', {
        title: plain(300),
        summary: plain(400),
        author: plain(200),
        coauthors: [plain(200)],
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
    name: 'image uploads and file names',
    rounds: 6,
    post: async (admin, _rich, plain) => {
      const form = new FormData();
      form.set('file', new Blob([Buffer.from(await drawImage('png'))], { type: 'image/png' }), plain(200));
      form.set('alt', plain(500));
      return admin.post('/admin/media/upload', form);
    },
  },
  {
    name: 'image details',
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
    name: 'authors',
    rounds: 12,
    post: (admin, _rich, plain) =>
      admin.post('/admin/authors?new', {
        intent: 'create',
        name: plain(200),
        slug: '',
        role: plain(80),
        bio: plain(600),
        links: 'https://example.com/<b>"\'',
      }),
  },
  {
    name: 'the own author profile',
    rounds: 6,
    async post(admin, _rich, plain, _round, site) {
      const { rows } = await site.db.query(
        `update authors set user_id = (select id from users where email = 'boss@example.com')
         where id = (select id from authors order by user_id, id limit 1) returning id`,
      );
      return admin.post('/admin/authors/me', {
        ...{ intent: 'save', id: rows[0].id, role: plain(80), bio: plain(600) },
        links: 'https://example.com/<i>"\'',
      });
    },
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
        // Whitespace is rejected immediately.
        fromPath: `/old-${round}-${plain(120).replace(/\s/g, '')}`,
        toPath: `/new?${plain(120).replace(/\s/g, '')}`,
      }),
  },
  {
    name: 'article templates',
    rounds: 6,
    post: async (admin, _rich, plain, round) => {
      const list = await (await admin.get('/admin/articles')).text();
      const from = /\/admin\/articles\/([0-9a-f-]{36})\/edit/.exec(list)?.[1] ?? '';
      const name = `${round} ${plain(90)}`;
      return admin.post(`/admin/articles/templates?from=${from}`, { intent: 'create', from, name });
    },
  },
  {
    name: 'synonyms',
    rounds: 40,
    post: (admin, _rich, plain, round) =>
      admin.post('/admin/search/synonyms?new', {
        intent: 'create',
        terms: `term ${round}\nother ${round} ${plain(40).replaceAll('\n', ' ')}`,
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
    name: 'newsletter settings',
    rounds: 1,
    post: (admin, _rich, plain) =>
      admin.post('/admin/newsletter/settings', {
        senderName: plain(60),
        senderAddress: 'newsletter@example.com',
        postalAddress: plain(200),
        time: '09:00',
        intro: plain(500),
        articleCount: '6',
      }),
  },
  {
    name: 'newsletter issues',
    rounds: 3,
    post: async (admin, _rich, plain, round) => {
      const made = await admin.post('/admin/newsletter', { intent: 'create', day: `2031-01-0${round + 1}` });
      return admin.post(made.headers.get('location') ?? '', {
        intent: 'save',
        version: '',
        subject: plain(200),
        intro: plain(1000),
        picks: 'auto',
        cta: 'auto',
        ad: 'auto',
      });
    },
  },
  {
    name: 'article drafts saved automatically',
    rounds: 3,
    post: async (admin, rich, plain) => {
      const {
        id = '',
        version = '',
        copy = '',
      } = await readFormFields(await admin.get('/admin/articles/new'));
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
    name: 'the WordPress import',
    rounds: 1,
    post: (admin, rich, plain, _round, site) =>
      importFile(admin, site, `${plain(60)}.xml`, hostileWordpress(rich, plain)),
  },
  {
    name: 'the Ghost import',
    rounds: 1,
    post: (admin, rich, plain, _round, site) =>
      importFile(admin, site, 'ghost.json', hostileGhost(rich, plain)),
  },
  {
    name: 'the CSV import of leads',
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
    name: 'invitations',
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
    name: 'sign-ups',
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
    name: 'user metadata in the authentication API',
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
    name: 'the account name',
    rounds: 1,
    post: (admin, _rich, plain) => admin.post('/account', { intent: 'name', fullName: plain(100) }),
  },
];
