// Figures, galleries, videos and audio: how they are cleaned, edited, displayed and imported.
import { describe, expect, it } from 'vitest';
import { examine } from '~/features/maintenance/content-check/examine';
import { listExternalImages, withoutExternalImages } from '~/features/media/embedded/external-images';
import { withImageSizes } from '~/features/media/embedded/image-sizes';
import { absoluteHtml } from '~/features/syndication/absolute-html';
import { keepOrReport } from '~/features/transfer/import/keep-or-report';
import { rewriteOldSiteUrls } from '~/features/transfer/import/old-site';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { writeHtml } from '~/lib/html/html-tree';
import { toPageBody } from '~/lib/html/page-body';
import { parseHtml } from '~/lib/html/parse-html';
import { checkMedia } from '~/ui/rich-text/media/check-media';
import { newMedia, readMedia, toItem, writeMedia } from '~/ui/rich-text/media/media-block';

const IMAGE = '<img src="/media/a.webp" alt="A pier" width="8" height="5" loading="lazy" />';
const VIDEO = '<video src="https://x.org/a.mp4" poster="/media/a.webp" controls="" preload="none"></video>';
const AUDIO = '<audio src="https://x.org/a.mp3" controls="" preload="none"></audio>';
const GALLERY = `<figure class="gallery"><figure>${IMAGE}<figcaption>One</figcaption></figure><figure>${IMAGE}</figure><figcaption>Both</figcaption></figure>`;

const EDITABLE = [
  `<figure>${IMAGE}</figure>`,
  `<figure class="figure-wide">${IMAGE}<figcaption>The <em>pier</em> <small>Photo: Ann</small></figcaption></figure>`,
  `<figure class="figure-full">${IMAGE}<figcaption><small>Photo: <a href="/author/ann">Ann</a></small></figcaption></figure>`,
  `<figure><a href="/media/big.webp">${IMAGE}</a><figcaption>Pier</figcaption></figure>`,
  GALLERY,
  `<figure>${VIDEO}<figcaption>A talk <small>Court TV</small></figcaption></figure>`,
  '<figure><video src="/media/a.mp4" width="1280" height="720" controls="" preload="none"></video></figure>',
  `<figure>${AUDIO}<figcaption>Part one</figcaption></figure>`,
];

describe('figures, galleries, videos and audio', () => {
  it.each(EDITABLE)('are kept, read and written back: %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
    const block = readMedia(parseHtml(html));
    if (!block) throw new Error('The dialog cannot edit it');
    expect(writeHtml([writeMedia(block)])).toBe(html);
    const checked = checkMedia(block);
    if ('message' in checked) throw new Error(checked.message);
    expect(writeHtml([writeMedia(checked)])).toBe(html);
  });

  it.each([
    `<figure>${IMAGE}${IMAGE}</figure>`,
    `<figure><figcaption>Above</figcaption>${IMAGE}</figure>`,
    `<figure>${IMAGE}<figcaption><p>A paragraph</p></figcaption></figure>`,
    `<figure class="gallery"><p>text</p>${IMAGE}</figure>`,
    `<figure class="gallery"><figure>${VIDEO}</figure></figure>`,
    `<figure class="gallery">${`<figure>${IMAGE}</figure>`.repeat(25)}</figure>`,
    `<figure class="figure-wide">${VIDEO}</figure>`,
    `<figure data-embed="vimeo" data-id="123456"><a href="https://vimeo.com/123456">x</a></figure>`,
    `<p>${IMAGE}</p>`,
  ])('are left alone if the dialog could not write them back: %s', (html) => {
    expect(readMedia(parseHtml(html))).toBeNull();
  });

  it('load copies of stored images that fit their places, on pages', () => {
    const sizesOf = (html: string) =>
      [...withImageSizes(html).matchAll(/<img ([^>]*)>/g)].map(([, attributes = '']) => ({
        src: /src="([^"]*)"/.exec(attributes)?.[1],
        sizes: /sizes="([^"]*)"/.exec(attributes)?.[1],
        widths: [...(/ srcset="([^"]*)"/.exec(attributes)?.[1]?.matchAll(/ (\d+)w/g) ?? [])].map(
          ([, w]) => w,
        ),
      }));
    const copies = { src: '/media/a.webp?w=800', widths: ['400', '800', '1200', '1600'] };
    expect(
      sizesOf(
        `<p>${IMAGE}</p><figure class="figure-wide">${IMAGE}</figure>${GALLERY}<figure>${IMAGE}</figure>`,
      ),
    ).toEqual([
      { ...copies, sizes: '(min-width: 40rem) 36rem, 100vw' },
      { ...copies, sizes: '(min-width: 75rem) 50rem, (min-width: 60rem) 56rem, 100vw' },
      { ...copies, sizes: '(min-width: 40rem) 18rem, 50vw' },
      { ...copies, sizes: '(min-width: 40rem) 18rem, 50vw' },
      { ...copies, sizes: '(min-width: 40rem) 36rem, 100vw' },
    ]);
    for (const kept of [
      '<img src="/media/moving.gif" alt="" loading="lazy" />',
      '<img src="/stock/default-800.webp" alt="" loading="lazy" />',
      '<img class="image" srcset="/media/a.webp?w=400 400w" src="/media/a.webp?w=800">',
      '<p>&lt;img src="/media/a.webp"></p>',
    ])
      expect(withImageSizes(kept)).toBe(kept);
  });

  it('keep the formats of a caption until its text changes', () => {
    const block = readMedia(parseHtml(EDITABLE[1] ?? ''));
    const [item] = block?.items ?? [];
    if (!block || !item) throw new Error('Not read');
    const credited = { ...item, credit: { ...item.credit, text: 'Photo: <b>Bo' } };
    expect(writeHtml([writeMedia({ ...block, items: [credited] })])).toContain(
      '<figcaption>The <em>pier</em> <small>Photo: &lt;b&gt;Bo</small></figcaption>',
    );
    const plain = { ...item, caption: { ...item.caption, text: 'A pier' } };
    expect(writeHtml([writeMedia({ ...block, items: [plain] })])).toContain(
      '<figcaption>A pier <small>Photo: Ann</small></figcaption>',
    );
  });

  it('are refused without a file, with the name of the field', () => {
    const errorOf = (...given: Parameters<typeof newMedia>) => {
      const checked = checkMedia(newMedia(...given));
      return 'message' in checked ? checked.field : 'accepted';
    };
    const url = (src: string) => [toItem({ src })];
    expect(errorOf('figure', url('javascript:alert(1)'))).toBe('src');
    expect(errorOf('figure', url('/media/a.webp'))).toBe('accepted');
    expect(errorOf('gallery')).toBe('add');
    expect(errorOf('video', url('http://x.org/a.mp4'))).toBe('src');
    expect(errorOf('video', url('data:video/mp4,x'))).toBe('src');
    expect(errorOf('audio', url('https://x.org/a.mp3'))).toBe('accepted');
    expect(errorOf('video', [toItem({ src: 'https://x.org/a.mp4', poster: 'javascript:x' })])).toBe('poster');
  });
});

describe('cleaning', () => {
  const player = '<video src="https://x.org/a.mp4" controls="" preload="none"></video>';

  it.each([
    [
      '<video src="https://x.org/a.mp4" autoplay loop muted onerror="alert(1)" style="x" class="y"></video>',
      player,
    ],
    [
      '<video preload="auto" onloadstart=alert(1) src="https://x.org/a.mp4"><p>Not supported</p><script>alert(1)</script></video>',
      player,
    ],
    [
      '<video controls><source src="javascript:alert(1)"><source src="https://x.org/a.mp4" onerror=alert(1)></video>',
      player,
    ],
    ['<video src="https://x.org/a.mp4"><img src=x onerror=alert(1)></video>', player],
    ['<video src="javascript:alert(1)"></video>', ''],
    ['<video src=" java\nscript:alert(1)"></video>', ''],
    ['<video src="http://x.org/a.mp4"></video>', ''],
    ['<video src="//x.org/a.mp4"></video>', ''],
    ['<video src="/admin/logout"></video>', ''],
    ['<video src="data:video/mp4;base64,AAAA"></video>', ''],
    ['<video src="blob:https://x.org/1"></video>', ''],
    ['<audio src="data:audio/mp3,x" onerror="alert(1)"></audio>', ''],
    ['<video src="https://x.org/a.mp4" poster="javascript:alert(1)"></video>', player],
    ['<video src="https://x.org/a.mp4" poster="data:image/svg+xml,x"></video>', player],
    [
      '<video src="https://x.org/a.mp4&quot; onerror=&quot;alert(1)"></video>',
      '<video src="https://x.org/a.mp4&quot; onerror=&quot;alert(1)" controls="" preload="none"></video>',
    ],
    [
      `<figure class="figure-wide admin__main" onclick="alert(1)" style="x" id="y">${IMAGE}</figure>`,
      `<figure>${IMAGE}</figure>`,
    ],
    [
      `<figure class="gallery" contenteditable data-block-action="remove">${IMAGE}</figure>`,
      `<figure class="gallery">${IMAGE}</figure>`,
    ],
    [
      '<figcaption class="gallery">x <small onclick="alert(1)" class="z">y</small></figcaption>',
      '<figcaption>x <small>y</small></figcaption>',
    ],
  ])('removes what may not be in %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });

  it('keeps a paragraph with only a player, and its text out of summaries', () => {
    expect(cleanHtml(`<p>${VIDEO}</p>`)).toBe(`<p>${VIDEO}</p>`);
    expect(htmlToText('<p>One</p><video src="x">No player</video><p>two</p>')).toBe('One two');
  });
});

describe('on pages and in feeds', () => {
  it('a player is followed by a link to its file', () => {
    expect(toPageBody(`<figure>${AUDIO}</figure>`)).toBe(
      `<figure>${AUDIO}<span class="player-link">Audio: <a href="https://x.org/a.mp3" rel="noopener noreferrer">https://x.org/a.mp3</a></span></figure>`,
    );
    expect(absoluteHtml(VIDEO, 'https://m.com/article/a')).toContain('poster="https://m.com/media/a.webp"');
  });

  it('a preview image of another site is not loaded', () => {
    const html = VIDEO.replace('/media/a.webp', 'https://x.org/a.webp?b=1&amp;c=2');
    expect(withoutExternalImages(html)).toBe(VIDEO.replace(' poster="/media/a.webp"', ''));
    expect(listExternalImages(html)).toEqual(['https://x.org/a.webp?b=1&c=2']);
    expect(listExternalImages(VIDEO)).toEqual([]);
  });

  it('the content check sees images of galleries, files and preview images', () => {
    const found = examine(
      GALLERY.replace('alt="A pier"', 'alt=""') + VIDEO.replace('https://x.org', '/media'),
      'https://m.com',
      '/article/a',
    );
    expect(found.faults).toEqual([{ kind: 'no-alt', what: '/media/a.webp' }]);
    expect(found.paths.map(({ path }) => path)).toEqual(['/media/a.webp', '/media/a.mp4']);
  });
});

const SITE = { writtenUrl: 'https://old.com', url: 'https://old.com' };

/** @returns the stored HTML and the notes; images named `lost` cannot be downloaded */
function importHtml(html: string) {
  const { nodes, notes } = keepOrReport(parseHtml(html), SITE);
  const here = new Map(['a', 'b', 'c'].map((name) => [`https://old.com/${name}.png`, `/media/${name}.webp`]));
  return { html: cleanHtml(writeHtml(rewriteOldSiteUrls(nodes, SITE, here))), notes };
}
const img = (name: string) => `<img src="/media/${name}.webp" alt="" loading="lazy" />`;

describe('blocks of other editors', () => {
  it('keeps collapsible sections, except those without a title, which stay open', () => {
    const section = '<details class="wp-block-details" open><summary>Why?</summary>\n<p>So.</p></details>';
    expect(importHtml(section)).toEqual({
      html: '<details><summary>Why?</summary><p>So.</p></details>',
      notes: [],
    });
    expect(
      importHtml('<details><summary>Office</summary>Line 1<br>Line 2, <b>bold</b> <i>it</i></details>').html,
    ).toBe('<details><summary>Office</summary>Line 1<br />Line 2, <b>bold</b> <i>it</i></details>');
    expect(importHtml('<details><summary>a</summary>b <summary>c</summary></details>').html).toContain('b c');
    const { html, notes } = importHtml('<details><summary> </summary><p>So.</p></details>');
    expect(html).toBe('<p>So.</p>');
    expect(notes).toEqual(['A collapsible section without a title is always open here.']);
  });

  it.each([
    [
      'a Ghost gallery',
      '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.png" width="8"></div><div class="kg-gallery-image"><a href="https://x.org/"><img src="/b.png"></a></div></div></div><figcaption>Both <b>piers</b></figcaption></figure>',
      `<figure class="gallery"><figure>${img('a').replace('src="/media/a.webp" alt=""', 'src="/media/a.webp" width="8" alt=""')}</figure><figure><a href="https://x.org/" rel="noopener noreferrer">${img('b')}</a></figure><figcaption>Both <b>piers</b></figcaption></figure>`,
    ],
    [
      'a wide Ghost image',
      '<figure class="kg-card kg-image-card kg-width-wide"><img class="kg-image" src="/a.png"><figcaption>Pier</figcaption></figure>',
      `<figure class="figure-wide">${img('a')}<figcaption>Pier</figcaption></figure>`,
    ],
    [
      'a Ghost video',
      '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/v.mp4" poster="/a.png" width="1280" height="720" loop muted></video><div class="kg-video-overlay"><button>play</button></div><div class="kg-video-player-container"><span>0:00</span></div></div><figcaption>Walk</figcaption></figure>',
      '<figure><video src="https://old.com/v.mp4" poster="/media/a.webp" width="1280" height="720" controls="" preload="none"></video><figcaption>Walk</figcaption></figure>',
    ],
    [
      'Ghost audio',
      '<div class="kg-card kg-audio-card"><img src="/a.png" class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="/s.mp3" preload="metadata"></audio><div class="kg-audio-title">Part one</div><div class="kg-audio-player"><span>0:00</span></div></div></div>',
      `<figure>${img('a')}</figure><figure><audio src="https://old.com/s.mp3" controls="" preload="none"></audio><figcaption>Part one</figcaption></figure>`,
    ],
    [
      'a WordPress gallery',
      '<figure class="wp-block-gallery has-nested-images columns-2"><figure class="wp-block-image size-large"><img src="/a.png"><figcaption class="wp-element-caption">One</figcaption></figure><figure class="wp-block-image"><img src="/b.png"></figure><figcaption class="blocks-gallery-caption">Both</figcaption></figure>',
      `<figure class="gallery"><figure>${img('a')}<figcaption>One</figcaption></figure><figure>${img('b')}</figure><figcaption>Both</figcaption></figure>`,
    ],
    [
      'an old WordPress gallery',
      '<ul class="wp-block-gallery"><li class="blocks-gallery-item"><figure><img src="/a.png"><figcaption>One</figcaption></figure></li><li class="blocks-gallery-item"><figure><img src="/b.png"></figure></li></ul>',
      `<figure class="gallery"><figure>${img('a')}<figcaption>One</figcaption></figure><figure>${img('b')}</figure></figure>`,
    ],
    [
      'a WordPress image',
      '<div class="wp-block-image"><figure class="alignfull"><img src="/a.png"><figcaption>Pier</figcaption></figure></div>',
      `<figure>${img('a')}<figcaption>Pier</figcaption></figure>`,
    ],
    [
      'a full WordPress image',
      '<figure class="wp-block-image alignfull"><img src="/a.png"></figure>',
      `<figure class="figure-full">${img('a')}</figure>`,
    ],
    [
      'WordPress media',
      '<figure class="wp-block-video"><video controls src="https://cdn.org/v.mp4"></video><figcaption>Talk</figcaption></figure><figure class="wp-block-audio"><audio controls src="/s.mp3"></audio></figure>',
      '<figure><video src="https://cdn.org/v.mp4" controls="" preload="none"></video><figcaption>Talk</figcaption></figure><figure><audio src="https://old.com/s.mp3" controls="" preload="none"></audio></figure>',
    ],
    [
      'a bare video',
      '<video><source src="/v.webm"></video>',
      '<figure><video src="https://old.com/v.webm" controls="" preload="none"></video></figure>',
    ],
    [
      'a gallery of which an image is lost',
      '<figure class="wp-block-gallery"><figure class="wp-block-image"><img src="/a.png"></figure><figure class="wp-block-image"><img src="/lost.png"></figure><figure class="wp-block-image"><img src="/b.png"></figure></figure>',
      `<figure class="gallery"><figure>${img('a')}</figure><figure>${img('b')}</figure></figure>`,
    ],
    [
      'a video of which the preview image is lost',
      '<figure class="wp-block-video"><video src="/v.mp4" poster="/lost.png"></video></figure>',
      '<figure><video src="https://old.com/v.mp4" controls="" preload="none"></video></figure>',
    ],
  ])('%s is converted', (_, html, clean) => {
    expect(importHtml(html).html).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });

  it('keeps what a gallery has besides images', () => {
    const { html } = importHtml('<figure class="wp-block-gallery"><p>Words</p><img src="/a.png"></figure>');
    expect(html).toBe(`<figure><p>Words</p>${img('a')}</figure>`);
  });

  it('divides galleries that are too large', () => {
    const { html } = importHtml(
      `<figure class="kg-gallery-card">${'<img src="/a.png">'.repeat(50)}<figcaption>All</figcaption></figure>`,
    );
    expect(html.match(/<figure class="gallery">/g)).toHaveLength(3);
    expect(html.match(/<img/g)).toHaveLength(50);
    expect(html.endsWith('<figcaption>All</figcaption></figure>')).toBe(true);
    for (const part of html.split('<figure class="gallery">').slice(1))
      expect(part.match(/<img/g)?.length).toBeLessThan(18);
  });

  it('reports that files are not copied, and links to files without TLS', () => {
    const { html, notes } = importHtml(
      '<video src="/v.mp4" title="Walk"><source src="/v.webm"></video><audio src="http://x.org/s.mp3"></audio>',
    );
    expect(notes).toEqual([
      'Another source of the video was left out: /v.webm',
      'The video https://old.com/v.mp4 (“Walk”) was not copied. It plays from this address.',
      'The audio file http://x.org/s.mp3 was not copied. The text links to it.',
    ]);
    expect(html).toContain('href="http://x.org/s.mp3"');
  });
});
