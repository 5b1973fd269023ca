// The optional rule that images in an article's text need alt text.
import { describe, expect, it } from 'vitest';
import { listWarnings } from '~/features/articles/editor/checklist';
import {
  altTextRefusal,
  listUndescribed,
  nameImages,
  needsAltText,
  unpublishedNote,
} from '~/features/articles/publishing/alt-text';
import { cleanHtml } from '~/lib/html/clean-html';

const listed = (html: string) => listUndescribed(cleanHtml(html)).map(({ position, src }) => [position, src]);

describe('images without alt text', () => {
  it.each([
    ['no alt attribute', '<p><img src="/media/a.jpg"></p>'],
    ['an empty alt text', '<p><img src="/media/a.jpg" alt=""></p>'],
    ['white space only', '<p><img src="/media/a.jpg" alt=" \u00a0\u200b"></p>'],
    [
      'an alt text only in another attribute',
      '<p><img src="/media/a.jpg" title=" alt=" data-alt="A lamp"></p>',
    ],
  ])('are found: %s', (_, html) => {
    expect(listed(html)).toEqual([[1, '/media/a.jpg']]);
  });

  it.each([
    ['alt text', `<p><img alt='A "lamp" > a chair' src=/media/a.jpg></p>`],
    ['text about images', '<p>&lt;img src="a.jpg"&gt;</p><pre>&lt;img src=b.jpg&gt;</pre>'],
    ['no images', '<p>Words</p>'],
    ['an image without a URL', '<p>Words <img alt=""></p>'],
  ])('are not found: %s', (_, html) => {
    expect(listed(html)).toEqual([]);
  });

  it('are counted in figures and galleries, with their position among all images', () => {
    const figure = (src: string, alt: string) => `<figure><img src="${src}" alt="${alt}"></figure>`;
    const html = `${figure('/media/a.jpg', 'A lamp')}<figure class="gallery">${figure('/media/b.jpg', '')}${figure('/media/c.jpg', 'A chair')}</figure><p><img src="https://elsewhere.example/d.jpg?x=1&amp;y=2"></p>`;
    expect(listed(html)).toEqual([
      [2, '/media/b.jpg'],
      [4, 'https://elsewhere.example/d.jpg?x=1&y=2'],
    ]);
  });

  it('are found in hostile text before the test times out: quadratic time would take minutes', () => {
    expect(listUndescribed('<img alt="'.repeat(500_000))).toEqual([]);
    expect(listUndescribed(`<img ${' alt=" src="'.repeat(500_000)}>`)).toEqual([]);
  });
});

describe('the rule', () => {
  it('applies to published and scheduled articles, not to other drafts', () => {
    const at = new Date();
    expect(needsAltText({ status: 'published', publishAt: null })).toBe(true);
    expect(needsAltText({ status: 'draft', publishAt: at })).toBe(true);
    expect(needsAltText({ status: 'draft', publishAt: null })).toBe(false);
    expect(needsAltText({ status: 'archived', publishAt: null })).toBe(false);
  });

  it('names images by their name in the library or their file, and at most ten', () => {
    const images = [
      { position: 1, src: '/media/article-images/articles/1.jpg#focus=30,70' },
      { position: 3, src: 'https://elsewhere.example/chart.png?v=2' },
      { position: 4, src: 'data:image/png;base64,AAAA' },
    ];
    expect(altTextRefusal(images, new Map([[images[0]?.src ?? '', 'office.jpg']]))).toContain(
      'because image 1 (office.jpg), image 3 (chart.png), and image 4 have no alt text',
    );
    const many = Array.from({ length: 12 }, (_, i) => ({ position: i + 1, src: '/media/a.jpg' }));
    expect(nameImages(many)).toMatch(/image 10 \(a\.jpg\), and 2 more$/);
  });

  it('names the articles that were not published within the length of a notice', () => {
    expect(unpublishedNote(['Intake'])).toBe(
      '1 article was not published, because an image in the text has no alt text: “Intake”.',
    );
    const long = unpublishedNote(Array.from({ length: 500 }, () => 'x'.repeat(300)));
    expect(long).toContain('and 497 more');
    expect(long.length).toBeLessThan(500);
  });

  it('is in the checklist, which says when it is required', () => {
    const article = {
      title: 'x',
      summary: 'x',
      content: '<p><img src="/a/b.jpg"></p>',
      imageUrl: '',
      imageAlt: '',
    };
    expect(listWarnings(article)).toEqual(['An image in the text has no description.']);
    expect(listWarnings(article, true)).toEqual([
      'An image in the text has no alt text, which is required to publish: image 1 (b.jpg).',
    ]);
  });
});
