// Cards of Ghost and embedded posts of WordPress become this site's blocks.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { readImportForm, uploadToTransfer, waitForJobs } from '../../support/transfers';

const { it, site, admin } = adminTest({ publicFetch: () => new Response('Not found', { status: 404 }) });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('imported_items, redirects, slug_history, media, transfer_files, jobs');
});

/** Returns the text of the report. */
async function importFile(name: string, file: string): Promise<string> {
  const page = await uploadToTransfer(admin, name, file);
  await waitForJobs(site);
  const form = await readImportForm(admin, page);
  expect((await admin.post(page, { ...form, siteUrl: 'https://old.example' })).status).toBe(303);
  await waitForJobs(site);
  return visibleTextOf(await (await admin.get(page)).text());
}

async function storedArticle(slug: string): Promise<{ id: string; content: string }> {
  const { rows } = await site.db.query('select id, content from articles where slug = $1', [slug]);
  return rows[0];
}

function ghostFile(posts: Record<string, string>): string {
  const rows = Object.entries(posts).map(([slug, html]) => ({
    ...{ id: `id-${slug}`, title: `About ${slug}`, slug, html, type: 'post', status: 'published' },
    ...{ visibility: 'public', published_at: '2024-01-02T09:00:00.000Z' },
  }));
  return JSON.stringify({ db: [{ data: { posts: rows, settings: [] } }] });
}

const bookmark = (href: string, title: string) =>
  `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${href}"><div class="kg-bookmark-content"><div class="kg-bookmark-title">${title}</div><div class="kg-bookmark-description">What it says</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://pictures.example/icon.png" alt=""><span class="kg-bookmark-author">Rosa</span><span class="kg-bookmark-publisher">The Review</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://pictures.example/thumb.png" alt=""></div></a><figcaption>My <em>pick</em></figcaption></figure>`;

describe('a bookmark of Ghost', () => {
  it('becomes an article card if it leads to an article of the same import, in any order', async () => {
    const report = await importFile(
      'ghost.json',
      ghostFile({
        first: `<p>One</p>${bookmark('__GHOST_URL__/second/', 'The second')}`,
        second: `<p>Two</p>${bookmark('https://old.example/first', 'The first')}`,
      }),
    );
    const [first, second] = [await storedArticle('first'), await storedArticle('second')];
    expect(first.content).toContain(`<figure data-block="article" data-id="${second.id}">`);
    expect(second.content).toContain(`<figure data-block="article" data-id="${first.id}">`);
    expect(first.content).toContain('<p>My <em>pick</em></p>');
    expect(await site.text('/article/first')).toContain(
      '<a class="card__link" href="/article/second">About second</a>',
    );
    for (const expected of ['The second · What it says · Rosa · The Review', 'thumb.png', 'icon.png'])
      expect(report).toContain(expected);
  });

  it('becomes an article card if it leads to an article of this site', async () => {
    const id = await addArticle(site.db, { slug: 'fees', title: 'Flat fees', status: 'published' });
    await importFile(
      'ghost.json',
      ghostFile({ outer: `<p>x</p>${bookmark('https://magazine.test/article/fees', 'Fees')}` }),
    );
    expect((await storedArticle('outer')).content).toContain(
      `<figure data-block="article" data-id="${id}"><a href="/article/fees">Flat fees</a></figure>`,
    );
  });

  it('becomes a link with all of its text otherwise', async () => {
    const report = await importFile(
      'ghost.json',
      ghostFile({ outer: `<p>x</p>${bookmark('https://reading.example/list', 'A list')}` }),
    );
    expect((await storedArticle('outer')).content).toContain(
      '<p><a href="https://reading.example/list" rel="noopener noreferrer">A list</a><br />What it says<br />Rosa · The Review</p><p>My <em>pick</em></p>',
    );
    expect(report).toContain('thumb.png');
  });
});

it('keeps the parts of the other cards of Ghost as blocks, and reports the rest', async () => {
  const cards = [
    '<div class="kg-card kg-signup-card" data-lexical-signup-form=""><div class="kg-signup-card-content"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading"><span>Never miss one</span></h2><h3 class="kg-signup-card-subheading"><span>Each Friday</span></h3><form class="kg-signup-card-form" data-members-form="signup"><div class="kg-signup-card-fields"><input class="kg-signup-card-input" type="email" placeholder="Your address"><button class="kg-signup-card-button"><span>Join us</span><svg></svg></button></div><div class="kg-signup-card-success">Look in your inbox</div></form><p class="kg-signup-card-disclaimer">No spam</p></div></div></div>',
    '<div class="kg-card kg-cta-card" data-layout="minimal"><div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"><p>Sponsored</p></div></div><div class="kg-cta-content"><div class="kg-cta-image-container"><a href="https://ads.example/a"><img src="https://pictures.example/cta.png" alt="Offer"></a></div><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>Book <b>now</b></p></div><a class="kg-cta-button" href="https://ads.example/b">Book it</a></div></div></div>',
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">A brass lamp</h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><div class="kg-product-card-description"><p>It shines</p></div><a class="kg-product-card-button" href="https://shop.example/lamp"><span>Buy it</span></a></div></div>',
    '<div class="kg-card kg-header-card kg-v2"><picture><img class="kg-header-card-image" src="https://pictures.example/head.png" alt=""></picture><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">Part two</h2><p class="kg-header-card-subheading">The long way</p><a class="kg-header-card-button" href="/begin/">Begin here</a></div></div></div>',
    '<div class="kg-card kg-header-card kg-size-small" data-kg-background-image=""><h2 class="kg-header-card-header">Old header</h2><h3 class="kg-header-card-subheader">Below it</h3></div>',
  ];
  const report = await importFile('ghost.json', ghostFile({ outer: `<p>x</p>${cards.join('')}` }));
  const { content } = await storedArticle('outer');
  for (const expected of [
    '<p><strong>Never miss one</strong></p><p>Each Friday</p><figure data-block="signup"><a href="/newsletter">Sign up for the newsletter</a></figure><p>No spam</p>',
    '<p>Sponsored</p>',
    '<p>Book <b>now</b></p><p class="button-link"><a href="https://ads.example/b" rel="noopener noreferrer">Book it</a></p>',
    '<h4>A brass lamp</h4><p>Rating: 2 of 5</p><p>It shines</p><p class="button-link"><a href="https://shop.example/lamp" rel="noopener noreferrer">Buy it</a></p>',
    '<h2>Part two</h2><p>The long way</p><p class="button-link"><a href="/begin/">Begin here</a></p>',
    '<h2>Old header</h2><h3>Below it</h3>',
  ])
    expect(content).toContain(expected);
  for (const expected of ['Join us', 'Look in your inbox', 'Your address', 'cta.png (“Offer”)', 'head.png'])
    expect(report).toContain(expected);
  expect(report).not.toContain('A drawing (SVG)');
});

describe('an embedded post of WordPress', () => {
  const embed = (url: string) =>
    `<!-- wp:embed {"url":"${url}","type":"wp-embed"} -->\n<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div><figcaption>Seen before</figcaption></figure>\n<!-- /wp:embed -->`;
  const item = (id: number, slug: string, content: string) =>
    `<item><title>About ${slug} &amp; co</title><link>https://old.example/2014/02/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${content}]]></content:encoded></item>`;
  const fileOf = (...items: string[]) =>
    `<rss><channel><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}</channel></rss>`;

  it('becomes an article card if it is of the same import, and stays a link otherwise', async () => {
    const report = await importFile(
      'posts.xml',
      fileOf(
        item(
          1,
          'first',
          `<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n${embed('https://old.example/2014/02/second/')}\n\n${embed('https://old.example/category/second-class/')}\n\n<!-- wp:latest-posts {"postsToShow":7} /-->`,
        ),
        item(2, 'second', `<p>Two</p>\n${embed('https://old.example/?p=1')}`),
      ),
    );
    const [first, second] = [await storedArticle('first'), await storedArticle('second')];
    expect(first.content).toMatch(
      new RegExp(
        `<figure data-block="article" data-id="${second.id}"><a href="/[^"]*second/?">About second &amp; co</a></figure>`,
      ),
    );
    expect(second.content).toContain(`<figure data-block="article" data-id="${first.id}">`);
    expect(first.content.match(/Seen before/g)).toHaveLength(2);
    expect(first.content).toContain('<a href="/category/second-class/">');
    expect(report).toContain('The block “latest-posts” was removed');
    expect(report).toContain('https://old.example/2014/02/second/');
  });
});
