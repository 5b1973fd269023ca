// Reading exports of other products: their content, and how each text is converted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { describe, expect, it } from 'vitest';
import { readGhostPost } from '~/features/transfer/import/ghost/ghost-post';
import { surveyGhost } from '~/features/transfer/import/ghost/survey-ghost.server';
import { proposeChoices } from '~/features/transfer/import/import-choices';
import { keepOrReport } from '~/features/transfer/import/keep-or-report';
import { rewriteOldSiteUrls } from '~/features/transfer/import/old-site';
import type { PostPlace, SurveyedFile } from '~/features/transfer/import/source-post';
import { addParagraphs } from '~/features/transfer/import/wordpress/paragraphs';
import { expandShortcodes } from '~/features/transfer/import/wordpress/shortcodes';
import { surveyWxr } from '~/features/transfer/import/wordpress/survey-wxr.server';
import { readWordpressHtml } from '~/features/transfer/import/wordpress/wordpress-html';
import { attachmentIds, readWxrPost } from '~/features/transfer/import/wordpress/wxr-post';
import { cleanHtml } from '~/lib/html/clean-html';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';

const fixture = (name: string) => new Uint8Array(readFileSync(join(projectRoot, 'tests/fixtures', name)));
const bytes = (text: string) => new TextEncoder().encode(text);

/** The file as a network delivers it, in pieces of any size. */
async function* inPieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.length; from += size) yield file.slice(from, from + size);
}

function placeOf({ places }: SurveyedFile, sourceId: string): PostPlace {
  const place = places.find((one) => one.sourceId === sourceId);
  if (!place) throw new Error(`There is no post ${sourceId}`);
  return place;
}

describe('WordPress export', () => {
  const file = fixture('wordpress.xml');
  const read = async (id: string) => {
    const place = placeOf(await surveyWxr(inPieces(file, 1000)), id);
    return readWxrPost(file.slice(place.from, place.to), place);
  };

  it('is counted, with what cannot be imported and why', async () => {
    const { survey } = await surveyWxr(inPieces(file, 4096));
    expect(survey).toMatchObject({
      siteName: 'The Corner Office',
      siteUrl: 'https://office.com',
      articles: 5,
      pages: 1,
      byStatus: { publish: 3, draft: 1, private: 1, trash: 1 },
      images: 4,
    });
    expect(survey.terms.map(({ id, name, count }) => [id, name, count])).toEqual([
      ['category:money', 'Money & Fees', 1],
      ['category:people', 'People', 2],
      ['tag:retainers', 'Retainers', 1],
    ]);
    expect(survey.authors).toEqual([
      { id: 'mira', name: 'Mira Köhler', count: 4 },
      { id: 'sam', name: 'Sam Ortiz', count: 2 },
    ]);
    expect(survey.dropped.map(({ what, count }) => [what, count])).toEqual([
      ['Authors of pages', 1],
      ['Automatic drafts', 1],
      ['Comments', 1],
      ['Custom fields', 1],
      ['Items of the type “tribe events”', 1],
      ['Menus and styles', 1],
      ['Pages that are not published', 1],
      ['Revisions', 1],
    ]);
  });

  it('gives the same result however the network splits it', async () => {
    const whole = await surveyWxr(inPieces(file, file.length));
    for (const size of [1, 7, 333]) expect(await surveyWxr(inPieces(file, size))).toEqual(whole);
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...file]);
    const { places } = await surveyWxr(inPieces(marked, 100));
    expect(places[0]?.from).toBe((whole.places[0]?.from ?? 0) + 3);
    const windows = bytes(new TextDecoder().decode(file).replaceAll('\n', '\r\n'));
    const place = placeOf(await surveyWxr(inPieces(windows, 5)), '102');
    expect(readWxrPost(windows.slice(place.from, place.to), place).title).toBe('The second desk');
  });

  it('converts a block post: comments removed, videos and lists kept, dates and images reported', async () => {
    const post = await read('101');
    expect(post).toMatchObject({
      title: 'Raise your retainer — once a year',
      slug: 'raise-your-retainer',
      summary: 'How to say it, and when.',
      status: 'published',
      publishedAt: '2021-03-04T09:05:06.000Z',
      updatedAt: '2022-01-01T00:00:00.000Z',
      authorIds: ['mira'],
      termIds: ['category:money', 'category:people', 'tag:retainers'],
      imageUrl: 'https://office.com/wp-content/uploads/ledger.png',
      isFeatured: true,
      oldAddress: 'https://office.com/2021/03/raise-your-retainer/',
      notes: [],
    });
    const clean = cleanHtml(post.html);
    expect(clean).toContain('<figure data-embed="youtube" data-id="abcdefghijk">');
    expect(clean).toContain('<ul><li>Write first</li>');
    expect(clean).not.toMatch(/wp:|track|<p><\/p>/);
  });

  it('converts a classic post: paragraphs and a caption kept, forms removed', async () => {
    const post = await read('102');
    const clean = cleanHtml(post.html);
    expect(clean).toContain('<p>Two desks make one office.<br />\nThey also make a rent.</p>');
    expect(clean).toContain('<figcaption>The other desk</figcaption></figure>');
    expect(clean).toContain('<p>Write [sic] to <b>nobody</b> &amp; everybody.</p>');
    expect(clean).toMatch(/<ul>\s*<li>One<\/li>\s*<li>Two<\/li>\s*<\/ul>/);
    expect(clean).toContain('<p>The end.</p>');
    expect(post.notes).toEqual([
      'The shortcode [contact-form-7 id="12" title="Ask us"] was removed; its content was kept.',
    ]);
  });

  it('finds the images of galleries, also of those that show the uploads of another post', async () => {
    const item = (id: number, facts: string) =>
      `<item><title>T</title><wp:post_id>${id}</wp:post_id>${facts}</item>`;
    const upload = (id: number, parent: number) =>
      item(
        id,
        `<wp:post_type>attachment</wp:post_type><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://o.com/${id}.png</wp:attachment_url>`,
      );
    const content = '[gallery id="45"] [gallery ids=3,4]';
    const post = item(44, `<wp:post_type>post</wp:post_type><content:encoded>${content}</content:encoded>`);
    const text = bytes(
      `<rss><channel>${upload(1, 44)}${upload(2, 45)}${upload(3, 0)}${upload(4, 0)}${post}</channel></rss>`,
    );
    const place = placeOf(await surveyWxr(inPieces(text, 999)), '44');
    const { html } = readWxrPost(text.slice(place.from, place.to), place);
    expect([...html.matchAll(/(\d)\.png/g)].map(([, id]) => id)).toEqual(['2', '3', '4']);
  });

  it('names the media files that no post uses, and those that cannot be read', async () => {
    const upload = (id: string, url: string) =>
      `<item><title>File ${id}</title>${id && `<wp:post_id>${id}</wp:post_id>`}<wp:post_type>attachment</wp:post_type><wp:attachment_url>${url}</wp:attachment_url></item>`;
    const uploads = [
      ...[upload('1', 'https://o.com/up/shown.png'), upload('2', 'https://o.com/up/linked.pdf')],
      ...[upload('3', 'https://o.com/up/idle.mp4'), upload('', 'https://o.com/up/a.png')],
      upload('5', `https://o.com/${'a'.repeat(2_000)}.png`),
    ].join('');
    const content =
      '&lt;img src="/up/shown-300x200.png"&gt;&lt;a href="http://www.o.com/up/linked.pdf?a#b"&gt;';
    const post = `<item><title>T</title><wp:post_id>9</wp:post_id><wp:post_type>post</wp:post_type><content:encoded>${content}</content:encoded></item>`;
    const { survey } = await surveyWxr(
      inPieces(bytes(`<rss><channel>${uploads}${post}</channel></rss>`), 999),
    );
    expect(survey.dropped.map(({ what, count, titles }) => [what, count, titles])).toEqual([
      ['Media files that cannot be read', 2, ['File', 'File 5']],
      ['Unused media files', 1, ['idle.mp4']],
    ]);
  });

  it('proposes a category only for the first category of a published article', async () => {
    const item = (id: number, status: string, slug: string) =>
      `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>${status}</wp:status><category domain="category" nicename="${slug}">${slug}</category></item>`;
    const items = [item(1, 'publish', 'money'), item(2, 'draft', 'ideas'), item(3, 'trash', 'old')].join('');
    const { survey } = await surveyWxr(inPieces(bytes(`<rss><channel>${items}</channel></rss>`), 999));
    const { terms } = proposeChoices(survey, { categories: [], tags: [], authors: [] });
    expect(terms).toEqual({
      'category:money': 'category:new',
      'category:ideas': 'tag:new',
      'category:old': 'tag:new',
    });
  });

  it('makes nothing public that was not public', async () => {
    expect(await read('103')).toMatchObject({
      status: 'draft',
      oldAddress: null,
      publishedAt: '2024-02-02T10:00:00.000Z',
    });
    expect(await read('104')).toMatchObject({
      status: 'draft',
      notes: ['It was private, so it was imported as a draft.'],
    });
    expect((await read('105')).status).toBe('trash');
    const locked = new TextDecoder()
      .decode(file)
      .replace('<wp:post_password><![CDATA[]]>', '<wp:post_password><![CDATA[x]]>');
    const place = placeOf(await surveyWxr(inPieces(bytes(locked), 9999)), '101');
    expect(readWxrPost(bytes(locked).slice(place.from, place.to), place).status).toBe('draft');
  });

  it.each([
    [
      'an entity bomb',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>',
      /document type/,
    ],
    [
      'a file included as an entity',
      '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>',
      /not a WordPress export/,
    ],
    ['another XML', '<?xml version="1.0"?><feed></feed>', /not a WordPress export/],
    ['no XML', 'Dear reader', /not a WordPress export/],
    ['half a file', '<?xml version="1.0"?><rss><channel><item><title>Cut', /damaged/],
    ['nothing', '', /not a WordPress export/],
    ['tags in tags', `<rss>${'<a>'.repeat(50)}`, /damaged/],
  ])('is rejected when it is %s', async (_name, text, reason) => {
    await expect(surveyWxr(inPieces(bytes(text), 64))).rejects.toThrow(reason);
  });

  it('rejects over-long names and more posts than fit into memory', async () => {
    const name = 'a'.repeat(1_000);
    await expect(surveyWxr(inPieces(bytes(`<rss><${name}>`), 64))).rejects.toThrow(/damaged/);
    const item = '<item><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><title>A</title></item>';
    const posts = Array.from({ length: 100_001 }, (_, n) => item.replace('>1<', `>${n + 1}<`));
    const file = bytes(`<rss><channel>${posts.join('')}</channel></rss>`);
    await expect(surveyWxr(inPieces(file, 1_000_000))).rejects.toThrow(/more than 100,000 posts/);
  });

  it('is read past stray characters and bare ampersands', async () => {
    const text = `<rss><channel><title>A & B \u0008</title><item><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
      <wp:status>publish</wp:status><title>Q&nbsp;&amp; A \u0001</title></item></channel></rss>`;
    const { survey } = await surveyWxr(inPieces(bytes(text), 10));
    expect([survey.siteName.slice(0, 5), survey.articles]).toEqual(['A & B', 1]);
  });
});

const attached = {
  attachments: {
    1: { url: 'https://o.com/1.png', alt: 'One', caption: '' },
    2: { url: 'https://o.com/2.png', alt: '', caption: 'The <em>second</em>' },
  },
  gallery: ['2', '1'],
  galleries: { 45: ['1'] },
};

describe('a hostile export', () => {
  it('with more custom fields than a post can have is counted, and its texts are cut', async () => {
    const field = (n: number) => `<wp:postmeta><wp:meta_key>field-${n}</wp:meta_key>
      <wp:meta_value>${n < 3 ? 'many words '.repeat(10_000) : n}</wp:meta_value></wp:postmeta>`;
    const item = `<item><title>A post</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
      <content:encoded>Text</content:encoded>${Array.from({ length: 1_000 }, (_, n) => field(n)).join('')}</item>`;
    const file = bytes(`<rss><channel>${item}</channel></rss>`);
    const found = await surveyWxr(inPieces(file, 100_000));
    expect(found.survey.dropped).toMatchObject([{ what: 'Custom fields', count: 1_000 }]);
    const place = placeOf(found, '1');
    const { notes } = readWxrPost(file.slice(place.from, place.to), place);
    expect(notes).toHaveLength(2);
    expect(notes.join('').length).toBeLessThan(201_000);
  });

  it('with deeply nested settings of a block becomes a link and a note', () => {
    const nested = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    const settings = `{"url":"https://social.example/firm","more":${nested}}`;
    const { html, notes } = readWordpressHtml(`<!-- wp:social-link ${settings} /-->`, attached);
    expect(html).toContain('href="https://social.example/firm"');
    expect(notes).toEqual([`The block “social-link” became a link. Its settings: ${settings}`]);
  });

  it('with many removed attributes or shortcodes has a limited number of notes', () => {
    const unknown = expandShortcodes('[unknown id="1"]'.repeat(30_000), attached);
    const empty = expandShortcodes('[gallery ids="7"]'.repeat(30_000), attached);
    expect([unknown.unknown.length, empty.notes.length]).toEqual([20_000, 20_000]);
    const html = '<p title="x">a</p>'.repeat(150_000);
    expect(keepOrReport(parseHtml(html, { foreign: true }), { writtenUrl: '', url: '' }).notes).toHaveLength(
      20_000,
    );
  });
});

describe('hostile export text', () => {
  const many = 200_000;

  // A pattern that restarts its search at each mark would need hours for these.
  it.each([
    ['unclosed blocks', '<pre>'.repeat(many)],
    ['unclosed frames', '<figure wp-block-embed '.repeat(many)],
    ['unclosed forms', '<form>'.repeat(many)],
    ['unclosed comments', '<!-- wp:'.repeat(many)],
    ['unclosed rules', '<hr '.repeat(many)],
    ['unclosed galleries', '[gallery ids="1" '.repeat(many)],
    ['unclosed shortcodes', '[code '.repeat(many)],
    ['a shortcode of spaces only', `[code${' '.repeat(many)}`],
    ['nested captions', '[caption]'.repeat(many)],
    ['blank lines', '\n '.repeat(many)],
  ])('is read in linear time: %s', (_, text) => {
    expect(readWordpressHtml(`<!-- more -->${text}`, attached).notes).toEqual([]);
    expect(attachmentIds({ meta: {}, content: text })).toEqual([]);
  });

  it('does not grow', () => {
    const kept = `<pre>${'word '.repeat(1_000)}</pre>`;
    const html = addParagraphs(`${kept}${'<hr data-kept="0">'.repeat(1_000)}`);
    expect(html.split('word ')).toHaveLength(1_001);
    const gallery = `[gallery ids="${'1,'.repeat(10_000)}"]`;
    const unfolded = expandShortcodes(gallery, attached);
    expect(unfolded.html.match(/<img/g)).toHaveLength(1);
  });
});

it('removes comments with their content, each up to its own end', () => {
  const { html, notes } = readWordpressHtml(
    '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><p>Two<!--more Go on--></p><!-- nextpage --><p>Three</p>',
    { attachments: {} },
  );
  expect(html.replace(/\s+/g, ' ').trim()).toBe('<p>One</p> <p>Two </p> <p>Three</p>');
  expect(notes).toEqual(['Its pages were joined into one text.']);
});

it('gives every paragraph of a classic post its own element, also next to a URL on its own line', () => {
  const { html } = readWordpressHtml('One.\n\nTwo.\n\nhttps://example.com/report\n\nThree.', {
    attachments: {},
  });
  expect(html.match(/<p>/g)).toHaveLength(4);
  expect(html).toContain('<p>One.</p>');
  expect(html).toContain('<p>Three.</p>');
});

it('gives every paragraph of a classic post its own element, also if some have one already', () => {
  const paragraphsOf = (text: string) => readWordpressHtml(text, { attachments: {} }).html;
  expect(
    paragraphsOf('First.\n\nSecond.\n\n<p style="text-align: center;">* * *</p>\n\nThird.').split('\n'),
  ).toEqual(['<p>First.</p>', '<p>Second.</p>', '<p style="text-align: center;">* * *</p>', '<p>Third.</p>']);
  for (const text of [
    '<p>One</p>\n<p>Two\nlines</p>',
    '<p>One</p>\n<a href="/x">\n<h2>Two</h2>\n</a>\n<p>Three</p>',
  ])
    expect(paragraphsOf(text)).toBe(text);
});

it('shows code as written: no URL becomes a link, no shortcode is expanded or removed', () => {
  const code = '<pre>curl\nhttps://example.com/a\n\n[gallery ids="1"] row[user_id]</pre>';
  const text = `One <code>$a[user_id]</code>\n\n${code}\n\n[code]\nGET\nhttps://example.com/b\n[/code]`;
  const { html, notes } = readWordpressHtml(text, { attachments: {} });
  expect(html).toBe(
    `<p>One <code>$a[user_id]</code></p>\n${code}\n<pre><code>GET\nhttps://example.com/b</code></pre>`,
  );
  expect(notes).toEqual([]);
});

describe('shortcodes', () => {
  const unfold = (html: string) => expandShortcodes(html, attached);

  it.each([
    ['[gallery ids="1,2,99"]', /<figure><img src="https:\/\/o.com\/1.png".*2.png/s, []],
    ['[embed]https://vimeo.com/123456[/embed]', /data-embed="vimeo"/, []],
    ['[video src="https://o.com/a.mp4"]', /<video src="https:\/\/o.com\/a.mp4">/, []],
    ['[gallery]', /2.png.*<figcaption>The <em>second<\/em><\/figcaption>.*1.png" alt="One"/s, []],
    ['[gallery ids=2,1]', /^<figure class="wp-block-gallery">.*2.png.*1.png/s, []],
    ['[gallery id="45"]', /^<figure><img src="https:\/\/o.com\/1.png" alt="One" \/><\/figure>$/, []],
    ['[gallery exclude="2"]', /^<figure><img src="https:\/\/o.com\/1.png" alt="One" \/><\/figure>$/, []],
    ['[row][col width="2"]Words[/col][/row]', /^Words$/, ['[col width="2"]', '[row]']],
    ['Footnote [1], [sic] and [see below].', /^Footnote \[1\], \[sic\] and \[see below\]\.$/, []],
    ['Write [[gallery ids="1"]] for one.', /^Write \[gallery ids="1"\] for one\.$/, []],
    ['[caption]<img src="a.png" /> One [i]two[/i][/caption]', /<figcaption>One .*two.*<\/figcaption>/, ['i']],
    ['[caption caption="By Kim"]<img src="a.png" /> One[/caption]', /<figcaption>One<br \/>By Kim</, []],
    ['[caption caption="By Kim"]<b>No image</b>[/caption]', /<b>No image<\/b>\s*<p>By Kim<\/p>/, []],
  ])('%s', (html, expected, unknown) => {
    const unfolded = unfold(html);
    expect(unfolded.html.trim()).toMatch(expected);
    expect(unfolded.unknown.filter((tag) => tag !== '[i]')).toEqual(unknown.filter((tag) => tag !== 'i'));
  });

  it('report what a gallery does not show', () => {
    const { notes } = unfold('[gallery id="46"][gallery ids="999"]');
    expect(notes).toEqual([
      'A gallery was left empty. The export has no images for post 46.',
      'A gallery image is missing from the export (ID 999).',
    ]);
  });

  it('finish at any depth of nesting', () => {
    expect(unfold('[caption]'.repeat(5_000)).unknown).toEqual([]);
    expect(unfold(`${'[gallery '.repeat(5_000)}]`).unknown).toEqual([]);
  });
});

it('leaves blocks and code out of paragraphs', () => {
  expect(addParagraphs('One\n\n<pre>a\n\nb</pre>\n\nTwo<blockquote>Three\n\nFour</blockquote>Five')).toBe(
    '<p>One</p>\n<pre>a\n\nb</pre>\n<p>Two</p>\n<blockquote>Three\nFour</blockquote>\n<p>Five</p>',
  );
});

describe('WordPress export with Co-Authors Plus', () => {
  it('has all authors, the account that wrote the post first, and the names of guests', async () => {
    const file = fixture('wordpress-coauthors.xml');
    const surveyed = await surveyWxr(inPieces(file, 100));
    expect(surveyed.survey.authors).toEqual([
      { id: 'mira', name: 'Mira Köhler', count: 1 },
      { id: 'sam.o', name: 'Sam Ortiz', count: 1 },
      { id: 'noor-haddad', name: 'Noor Haddad', count: 2 },
    ]);
    expect(surveyed.survey.dropped).toEqual([]);
    const authorsOf = (id: string) => {
      const place = placeOf(surveyed, id);
      return readWxrPost(file.slice(place.from, place.to), place).authorIds;
    };
    expect(authorsOf('1')).toEqual(['sam.o', 'mira', 'noor-haddad']);
    expect(authorsOf('2')).toEqual(['noor-haddad']);
  });
});

describe('Ghost export', () => {
  const file = fixture('ghost.json');

  it('is counted, with what cannot be imported and why, however it is split', async () => {
    const whole = await surveyGhost(inPieces(file, file.length));
    for (const size of [1, 13, 1000]) expect(await surveyGhost(inPieces(file, size))).toEqual(whole);
    expect(whole.survey).toMatchObject({ siteName: 'Quiet Counsel', articles: 3, pages: 1, images: 2 });
    expect(whole.survey.byStatus).toEqual({ published: 2, 'published, members only': 1, scheduled: 1 });
    expect(whole.survey.terms.map(({ id, count }) => [id, count])).toEqual([
      ['tag:operations', 1],
      ['tag:calls', 1],
    ]);
    expect(whole.survey.dropped.map(({ what, count }) => [what, count])).toEqual([
      ['Internal tags', 1],
      ['Posts without HTML', 1],
    ]);
  });

  it("replaces the URL placeholder in a post with the site's URL", async () => {
    const place = placeOf(await surveyGhost(inPieces(file, 700)), '65a0000000000000000000a1');
    const post = readGhostPost(file.slice(place.from, place.to), place, 'https://quiet.com');
    expect(post).toMatchObject({
      title: 'Answer the phone',
      authorIds: ['8', '7'],
      termIds: ['tag:operations', 'tag:calls'],
      imageUrl: 'https://quiet.com/content/images/2024/01/phone.png',
      imageAlt: 'A ringing phone',
      publishedAt: '2024-01-02T09:00:00.000Z',
      oldAddress: 'https://quiet.com/answer-the-phone/',
    });
    expect(post.html).toContain('<a href="https://quiet.com/hire-for-calm/">');
    const members = placeOf(await surveyGhost(inPieces(file, 700)), '65a0000000000000000000a2');
    const draft = readGhostPost(file.slice(members.from, members.to), members, '');
    expect([draft.status, draft.oldAddress, draft.notes.length]).toEqual(['draft', null, 1]);
  });

  it.each([
    ['other JSON', '{"a":[{"b":1}]}'],
    ['a list', '[1,2]'],
    ['half a file', '{"db":[{"data":{"posts":[{"id":"1","title":"x'],
    ['brackets that do not match', '{"db":[{"data":{"posts":[}]}]}'],
    ['nothing', ''],
  ])('is rejected when it is %s', async (_name, text) => {
    await expect(surveyGhost(inPieces(bytes(text), 8))).rejects.toThrow(/not a Ghost export|damaged/);
  });
});

describe('imported text', () => {
  const site = { writtenUrl: 'http://www.office.com', url: 'https://old.office.com' };
  const move = (html: string) =>
    writeHtml(
      rewriteOldSiteUrls(
        parseHtml(html),
        site,
        new Map([['https://old.office.com/up/a.png', '/media/a.png']]),
      ),
    );

  it.each([
    ['<img src="https://office.com/up/a.png">', '<img src="/media/a.png" />'],
    ['<img src="/up/a.png">', '<img src="/media/a.png" />'],
    ['<img src="data:image/gif;base64,xx" data-src="/up/a.png">', 'src="/media/a.png"'],
    [
      '<a href="/up/a.png"><img src="/up/a.png"></a>',
      '<a href="/media/a.png"><img src="/media/a.png" /></a>',
    ],
    ['<a href="http://office.com/up/big.png"><img src="/up/a.png"></a>', '<img src="/media/a.png" />'],
    ['<a href="https://www.office.com/2020/x/?a=1#b">x</a>', '<a href="/2020/x/?a=1#b">x</a>'],
    [
      '<a href="https://other.com/x">x</a><a href="#n">n</a>',
      '<a href="https://other.com/x">x</a><a href="#n">n</a>',
    ],
    ['<figure><img src="/up/lost.png"><figcaption>Lost</figcaption></figure>', '<p>Lost</p>'],
    ['<p>a<img src="https://elsewhere.com/b.png">b</p>', '<p>ab</p>'],
  ])('%s', (html, expected) => {
    expect(move(html)).toContain(expected);
  });
});
