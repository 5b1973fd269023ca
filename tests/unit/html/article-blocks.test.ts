// Blocks of articles: how they are cleaned, edited and displayed.
import { describe, expect, it } from 'vitest';
import { faqPage } from '~/http/document/json-ld.server';
import { labelCallouts } from '~/lib/html/article-blocks';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { toPageBody } from '~/lib/html/page-body';
import { parseHtml } from '~/lib/html/parse-html';
import { BLOCKS } from '~/ui/rich-text/blocks/block-names';
import { keepSources } from '~/ui/rich-text/html/kept-source';
import { readBlocks } from '~/ui/rich-text/html/read-blocks';
import { writeBlocks } from '~/ui/rich-text/html/write-blocks';
import { randomArticle } from '../../support/random-articles';

const opsOf = (html: string) => readBlocks(parseHtml(html)).flatMap(({ ops }) => ops);
const roundTrip = (html: string) => writeBlocks(opsOf(html)).join('');
const isAtomic = (html: string) =>
  opsOf(html).some(({ insert }) => typeof insert === 'object' && 'atomic' in insert);

const CALLOUT =
  '<div class="callout callout-tip"><p>One <strong>bold</strong></p><ul><li>a</li><li>b</li></ul><h3>Title</h3><p class="ql-align-center">two</p></div>';
const QUESTION =
  '<details><summary>How <em>long</em>?</summary><p>A week.</p><ol start="3"><li>three</li></ol></details>';
const TABLE =
  '<table><thead><tr><th scope="col">Plan</th><th scope="col" class="ql-align-right">Price</th></tr></thead>' +
  '<tbody><tr><th scope="row">Basic</th><td class="ql-align-right">$9</td></tr><tr><td></td><td><a href="/x">more</a></td></tr></tbody></table>';

const EDITABLE = [
  CALLOUT,
  ...['note', 'warning', 'disclaimer'].map((kind) => `<div class="callout callout-${kind}"><p>x</p></div>`),
  '<div class="callout callout-tip"><p>a</p></div><div class="callout callout-note"><p>b</p></div>',
  '<blockquote class="pull-quote"><p>Said well.</p><p><cite>Ann</cite></p></blockquote>',
  '<p class="button-link"><a href="/guide">Get the guide</a></p>',
  '<p class="button-link ql-align-center"><a href="https://x.org/" rel="noopener noreferrer">Go</a></p>',
  QUESTION,
  QUESTION + QUESTION,
  '<details><summary>Only a question</summary></details>',
  TABLE,
  '<table><tbody><tr><td>1</td></tr></tbody></table>',
  '<table><thead><tr><th scope="col">A</th></tr></thead></table>',
];

describe('the menu of blocks', () => {
  it('says what to type for each block but a paragraph', () => {
    const shortcuts = BLOCKS.filter(({ id }) => id !== 'text').map(({ shortcut }) => shortcut);
    expect(shortcuts.every(Boolean)).toBe(true);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });
});

describe('blocks of an article', () => {
  it.each(EDITABLE)('are edited and written back: %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
    expect(isAtomic(html)).toBe(false);
    expect(roundTrip(html)).toBe(html);
  });

  it.each([
    '<div class="callout callout-tip"><table><tbody><tr><td>1</td></tr></tbody></table></div>',
    '<div class="callout callout-tip"><div class="callout callout-tip"><p>x</p></div></div>',
    '<div class="callout callout-tip"></div>',
    '<details><p>no question</p></details>',
    '<details><summary><h3>Title</h3></summary><p>x</p></details>',
    '<details><summary>a</summary><details><summary>b</summary><p>c</p></details></details>',
    '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<table><tbody><tr><td>1</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<table><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table>',
    '<table><tbody><tr><td><p>1</p></td></tr></tbody></table>',
    '<table><tbody><tr><td>1</td></tr></tbody><tfoot><tr><td>1</td></tr></tfoot></table>',
  ])('are left unchanged if they cannot be edited: %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
    expect(isAtomic(html)).toBe(true);
    expect(roundTrip(html)).toBe(html);
  });

  it('do not merge with the block before', () => {
    for (const html of [CALLOUT + CALLOUT, TABLE + TABLE]) expect(roundTrip(html)).toBe(html);
  });
});

describe('cleaning', () => {
  it.each([
    ['<div class="callout callout-evil x" onclick="a()" style="color:red">x</div>', '<div>x</div>'],
    ['<div class="callout callout-tip admin__main">x</div>', '<div>x</div>'],
    [
      '<div class="callout callout-tip" data-callout="x" role="note" id="y">x</div>',
      '<div class="callout callout-tip">x</div>',
    ],
    ['<blockquote class="pull-quote evil"><p>x</p></blockquote>', '<blockquote><p>x</p></blockquote>'],
    [
      '<p class="button-link button"><a class="button" href="javascript:a()">x</a></p>',
      '<p class="button-link"><a>x</a></p>',
    ],
    [
      '<details open ontoggle="a()"><summary onclick="a()" class="x">q</summary>a</details>',
      '<details><summary>q</summary>a</details>',
    ],
    [
      '<table data-row="x" onclick="a()"><tbody><tr data-row="x"><td data-row="x" class="ql-align-left ql-align-right x" style="x">1</td></tr></tbody></table>',
      '<table><tbody><tr><td class="ql-align-right">1</td></tr></tbody></table>',
    ],
    ['<p data-box="callout-tip" data-start="1">x</p>', '<p>x</p>'],
  ])('removes what a block may not have from %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });
});

describe('blocks of other editors', () => {
  it.each([
    [
      'a Ghost callout',
      '<div class="kg-card kg-callout-card kg-callout-card-yellow"><div class="kg-callout-emoji">⚠️</div><div class="kg-callout-text">Mind <b>this</b>.</div></div>',
      '<div class="callout callout-warning"><p>⚠️ Mind <b>this</b>.</p></div>',
    ],
    [
      'a Ghost toggle',
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>How long?</span></h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>A week.</p></div></div>',
      '<details><summary>How long?</summary><p>A week.</p></details>',
    ],
    [
      'a Ghost button',
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://x.org/" class="kg-btn kg-btn-accent">Go</a></div>',
      '<p class="button-link ql-align-center"><a href="https://x.org/" rel="noopener noreferrer">Go</a></p>',
    ],
    [
      'an alternative Ghost quotation',
      '<blockquote class="kg-blockquote-alt">Said.</blockquote>',
      '<blockquote class="pull-quote"><p>Said.</p></blockquote>',
    ],
    [
      'a WordPress pull quote',
      '<figure class="wp-block-pullquote"><blockquote><p>Said.</p><cite>Ann</cite></blockquote></figure>',
      '<blockquote class="pull-quote"><p>Said.</p><p><cite>Ann</cite></p></blockquote>',
    ],
    [
      'a WordPress quote',
      '<blockquote class="wp-block-quote is-style-large"><p>Said.</p><ul><li>one</li></ul><cite>Ann</cite></blockquote>',
      '<blockquote><p>Said.</p><ul><li>one</li></ul><p><cite>Ann</cite></p></blockquote>',
    ],
    [
      'a WordPress table',
      '<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><tbody><tr><td>Jan</td><td>4</td></tr></tbody></table><figcaption>Calls</figcaption></figure>',
      '<table><tbody><tr><td>Jan</td><td>4</td></tr></tbody></table><p>Calls</p>',
    ],
    [
      'WordPress buttons',
      '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="javascript:a()">Go</a></div></div>',
      '<p class="button-link"><a>Go</a></p>',
    ],
    [
      'a WordPress question',
      '<details class="wp-block-details" open><summary>How?</summary><p>So.</p></details>',
      '<details><summary>How?</summary><p>So.</p></details>',
    ],
  ])('%s is converted', (_, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });
});

describe('on pages and in feeds', () => {
  it('a callout has its label', () => {
    expect(toPageBody('<div class="callout callout-tip"><p>x</p></div>')).toBe(
      '<div class="callout callout-tip" role="note" aria-label="Tip"><p class="callout__label"><strong>Tip</strong></p><p>x</p></div>',
    );
    expect(labelCallouts('<div><p>x</p></div>')).toBe('<div><p>x</p></div>');
  });

  it.each([
    ['a table', '<table></table>', 'class="table-scroll"'],
    ['a code block', '<pre>x</pre>', '<pre tabindex="0">'],
    ['a main heading', '<h1>x</h1>', '<h2>x</h2>'],
    ['a main heading with an id', '<h1 id="x">x</h1>', '<h2 id="x">x</h2>'],
    ['a video', '<video src="/x.mp4"></video>', 'player-link'],
    [
      'a block that is not filled in',
      '<figure data-block="signup"><a href="/newsletter">x</a></figure>',
      '<p><a',
    ],
  ])('%s is prepared if it is all that an article contains', (_, html, prepared) => {
    expect(toPageBody(html)).toContain(prepared);
  });

  it('separates a question from its answer in text', () => {
    expect(htmlToText('<details><summary>How?</summary>So.</details>')).toBe('How? So.');
  });
});

describe('1,000 random articles', () => {
  const COUNT = 1000;
  const openAll = (from: (clean: string) => string) =>
    Array.from({ length: COUNT }, (_, seed) => {
      const html = from(cleanHtml(randomArticle(seed)));
      return { html, kept: keepSources(parseHtml(html)) };
    });

  it('are written byte for byte when nothing is edited', () => {
    for (const { html, kept } of openAll((clean) => clean))
      expect(kept.join(writeBlocks(kept.ops))).toBe(html);
  });

  it('keep every other block byte for byte when one is edited', () => {
    for (const { html, kept } of openAll((clean) => `<p>Opening.</p>${clean}`)) {
      const [first, ...others] = kept.ops;
      const edited = [{ ...first, insert: 'Changed.' }, ...others];
      expect(kept.join(writeBlocks(edited))).toBe(html.replace('Opening.', 'Changed.'));
    }
  });
});

describe('structured data of questions', () => {
  const question = (n: number, answer = '<p>Yes.</p>') =>
    `<details><summary>Is it ${n}?</summary>${answer}</details>`;

  it('needs at least two', () => {
    expect(faqPage(question(1))).toEqual([]);
    expect(faqPage(question(1) + question(2))).toMatchObject([
      { mainEntity: [{ name: 'Is it 1?', acceptedAnswer: { text: 'Yes.' } }, { name: 'Is it 2?' }] },
    ]);
  });

  it('is limited, however many and long they are', () => {
    const many = Array.from({ length: 22_000 }, (_, n) => question(n)).join('');
    expect(faqPage(many)).toMatchObject([{ mainEntity: { length: 50 } }]);
    const long = question(1) + question(2) + question(3, `<p>${'word '.repeat(100_000)}</p>`);
    expect(faqPage(long)).toMatchObject([{ mainEntity: { length: 2 } }]);
    const answer = question(1) + question(2, `<p>${'word '.repeat(900)}</p>`);
    expect(faqPage(answer)).toMatchObject([{ mainEntity: { length: 2 } }]);
    expect(JSON.stringify(faqPage(answer)).length).toBeLessThan(2_400);
    const statements = '<details><summary>So.</summary><p>Yes.</p></details>'.repeat(60);
    expect(faqPage(statements + question(1) + question(2))).toEqual([]);
  });
});
