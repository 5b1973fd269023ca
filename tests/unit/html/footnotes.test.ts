// Footnotes: how they are stored, edited, imported and displayed.
import { describe, expect, it } from 'vitest';
import { toBeginning } from '~/features/articles/public/article-beginning';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { listFootnotes, numberFootnotes } from '~/lib/html/footnotes';
import { writeHtml } from '~/lib/html/html-tree';
import { toPageBody } from '~/lib/html/page-body';
import { parseHtml } from '~/lib/html/parse-html';
import { fromNoteText, toNoteText } from '~/ui/rich-text/blocks/note-text';
import { readBlocks } from '~/ui/rich-text/html/read-blocks';
import { writeBlocks } from '~/ui/rich-text/html/write-blocks';
import { randomNumbers } from '../../support/random-numbers';

const note = (html: string) => `<sup class="footnote"> ${html}</sup>`;
const PIECES = ['a', ' ', '* ', '**', '[b](c)', '\\', '&lt;em&gt;', 'https://x.org/y', '<br />', '. '];
const TAGS = [
  'a href="/x"',
  'a href="https://x.org/(y"',
  'em',
  'strong',
  'u',
  'sub',
  'code',
  'abbr title="[*]"',
];

function randomNote(random: () => number, tags: readonly string[]): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    if (tags.length < 5 || random() < 0.5) return pick(PIECES);
    const tag = pick(tags);
    const [name = ''] = tag.split(' ');
    return `<${tag}>${randomNote(
      random,
      tags.filter((other) => other.split(' ')[0] !== name),
    )}</${name}>`;
  }).join('');
}

const TEXT = `<p>Rates rose${note('Central bank, <a href="/x">report</a>.')} again${note('In <em>May</em>.')}.</p>`;

describe('a stored footnote', () => {
  it.each([
    [`<p>a<sup class="footnote" id="fn-1" onclick="a()">b</sup></p>`, `<p>a${note('b')}</p>`],
    ['<p>a<sup class="footnote x">b</sup></p>', '<p>a<sup>b</sup></p>'],
    ['<p>a<sup class="footnote-ref" id="fnref-1">1</sup></p>', '<p>a<sup>1</sup></p>'],
    ['<p>a<sup class="footnote"> <br /> </sup></p>', '<p>a</p>'],
    [
      '<p>a<sup class="footnote"><a href="javascript:a()" id="x" name="body">b</a></sup></p>',
      `<p>a${note('<a>b</a>')}</p>`,
    ],
    [
      '<p>a<sup class="footnote">b<sup>2</sup><sup class="footnote">c</sup></sup></p>',
      `<p>a${note('b2 c')}</p>`,
    ],
    ['<p>a<sup class="footnote"><p>b</p><p>c</p></sup></p>', null],
    [
      '<p>a<sup class="footnote">b<script>a()</script><svg onload="a()"></svg></sup></p>',
      `<p>a${note('b')}</p>`,
    ],
    ['<p><a href="/y">a<sup class="footnote">b</sup></a></p>', '<p><a href="/y">a<sup> b</sup></a></p>'],
    [
      '<p>a<sup class="footnote">b<img src="/m.png"></sup></p>',
      '<p>a<sup>b<img src="/m.png" alt="" loading="lazy" /></sup></p>',
    ],
    ['<sup class="footnote">&lt;/sup&gt;&lt;script&gt;</sup>', note('&lt;/sup&gt;&lt;script&gt;')],
  ])('is cleaned: %s', (html, clean) => {
    const once = cleanHtml(html);
    if (clean) expect(once).toBe(clean);
    expect(cleanHtml(once)).toBe(once);
    expect(once).not.toMatch(/ id=| on\w+=|javascript/);
  });

  it('is left out of summaries, and separated from the word before it where tags are removed', () => {
    expect(htmlToText(TEXT)).toBe('Rates rose again.');
    expect(TEXT.replace(/<[^>]*>/g, '')).toBe('Rates rose Central bank, report. again In May..');
  });

  it('is hidden with the part of the text that refers to it', () => {
    const article = `<p>One${note('first')}.</p>${`<p>Two${note('second')}.</p>`.repeat(6)}`;
    const beginning = toBeginning(article);
    expect(numberFootnotes(beginning)).toContain('first');
    expect(beginning.match(/<sup/g)).toHaveLength(3);
    expect(beginning.match(/<\/sup>/g)).toHaveLength(3);
  });
});

describe('in the editor, a footnote', () => {
  const opsOf = (html: string) => readBlocks(parseHtml(html)).flatMap(({ ops }) => ops);

  it('is one character that holds its note', () => {
    expect(opsOf(TEXT)).toEqual([
      { insert: 'Rates rose' },
      { insert: { footnote: 'Central bank, <a href="/x">report</a>.' } },
      { insert: ' again' },
      { insert: { footnote: 'In <em>May</em>.' } },
      { insert: '.' },
      { insert: '\n' },
    ]);
    expect(writeBlocks(opsOf(TEXT)).join('')).toBe(TEXT);
  });

  it('does not become part of a link or format around it', () => {
    const attributes = { link: '/y', bold: true };
    const ops = [{ insert: 'a', attributes }, { insert: { footnote: 'b' }, attributes }, { insert: '\n' }];
    expect(writeBlocks(ops)).toEqual([`<p><a href="/y"><strong>a</strong></a>${note('b')}</p>`]);
  });

  it.each([
    [
      'See [the *report*](https://x.org/a_(b)).',
      'See <a href="https://x.org/a_(b)" rel="noopener noreferrer">the <em>report</em></a>.',
    ],
    [
      'https://x.org/a?b=1.',
      '<a href="https://x.org/a?b=1" rel="noopener noreferrer">https://x.org/a?b=1</a>.',
    ],
    ['**a** 2\\*3 \\[b\\]\nc', '<strong>a</strong> 2*3 [b]<br />c'],
    ['[a](/page)', '<a href="/page">a</a>'],
  ])('is written as text: %s', (text, html) => {
    expect(writeHtml(fromNoteText(text))).toBe(html);
    expect(toNoteText(parseHtml(html))).toBe(text);
  });

  it.each([
    ['<strong><em>a</em></strong> b', '***a*** b'],
    ['<strong>a <em>b</em></strong>', '**a *b***'],
    ['<em>a <strong>b</strong> c</em>', '*a **b** c*'],
    ['<strong><a href="/x">a</a></strong>', '**[a](/x)**'],
    ['H<sub>2</sub>O and <u>under <em>it</em></u>', 'H<sub>2</sub>O and <u>under *it*</u>'],
    ['<em> a</em>', '<em> a</em>'],
    ['<a href="/x (y">a</a> <em>b</em>', '<a href="/x (y">a</a> <em>b</em>'],
    [
      '<a href="/x" title="&quot;T&quot; &amp; more">a</a>',
      '<a href="/x" title="&quot;T&quot; &amp; more">a</a>',
    ],
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['See https://example.com here', 'See https\\://example.com here'],
    ['<a href="/x">at https://example.com</a>', '[at https\\://example.com](/x)'],
    ['&lt;em&gt;a&lt;/em&gt; &lt; b', '\\<em>a\\</em> < b'],
    ['<code>a[0] * $1 \\ b</code>', '<code>a\\[0\\] \\* $1 \\\\ b</code>'],
  ])('keeps its formats when another part of it is edited: %s', (html, text) => {
    expect(toNoteText(parseHtml(html))).toBe(text);
    expect(writeHtml(fromNoteText(`${text} More.`))).toBe(`${html} More.`);
  });

  it('keeps the formats of 2,000 random notes', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 2000; round += 1) {
      const html = cleanHtml(`<p>x${note(randomNote(random, TAGS))}</p>`).slice(27, -10);
      expect(writeHtml(fromNoteText(toNoteText(parseHtml(html))))).toBe(html.replace(/\s+/g, ' '));
    }
  });

  it('keeps what is not a link or format as typed', () => {
    for (const text of ['[a](javascript:b)', '2 * 3', '[a', '<b>', '\\']) {
      const html = writeHtml(fromNoteText(text));
      expect(html).toBe(text.replace('<b>', '&lt;b&gt;'));
    }
  });
});

describe('on a page', () => {
  it('footnotes are numbered and listed with links in both directions', () => {
    expect(toPageBody(TEXT)).toBe(
      '<p>Rates rose<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" aria-label="Footnote 1">1</a></sup> again' +
        '<sup class="footnote-ref"><a href="#fn-2" id="fnref-2" aria-label="Footnote 2">2</a></sup>.</p>' +
        '<section class="footnotes" aria-label="Footnotes"><ol>' +
        '<li id="fn-1">Central bank, <a href="/x">report</a>. <a class="footnote-back" href="#fnref-1" aria-label="Back to footnote 1 in the text">↩</a></li>' +
        '<li id="fn-2">In <em>May</em>. <a class="footnote-back" href="#fnref-2" aria-label="Back to footnote 2 in the text">↩</a></li>' +
        '</ol></section>',
    );
    expect(toPageBody('<p>a<sup>2</sup></p>')).toBe('<p>a<sup>2</sup></p>');
  });

  it('the rest of an article continues the numbers and lists all notes', () => {
    const rest = numberFootnotes(`<p>b${note('y')}</p>`, `<p>a${note('x')}</p>`);
    expect(rest).toContain('<p>b<sup class="footnote-ref"><a href="#fn-2"');
    expect(rest).toMatch(/<li id="fn-1">x .*<li id="fn-2">y /);
    expect(numberFootnotes('<p>b</p>', `<p>a${note('x')}</p>`)).toContain('<li id="fn-1">x ');
  });

  it('feeds have plain numbers', () => {
    expect(listFootnotes(TEXT)).toBe(
      '<p>Rates rose<sup>1</sup> again<sup>2</sup>.</p><hr /><ol><li>Central bank, <a href="/x">report</a>.</li><li>In <em>May</em>.</li></ol>',
    );
    expect(listFootnotes('<p>a</p>')).toBe('<p>a</p>');
  });
});

describe('footnotes of other editors', () => {
  it.each([
    [
      'WordPress',
      '<p>a<sup data-fn="8f-1" class="fn"><a href="#8f-1" id="8f-1-link">1</a></sup> b</p><ol class="wp-block-footnotes"><li id="8f-1">See <em>it</em>. <a href="#8f-1-link" aria-label="x">↩︎</a></li></ol>',
      `<p>a${note('See <em>it</em>.')} b</p>`,
    ],
    [
      'markdown-it',
      '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>One.</p><p>Two. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
      `<p>a${note('One.<br />Two.')}</p>`,
    ],
    [
      'kramdown',
      '<p>a<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup></p><div class="footnotes"><hr><ol><li id="fn:1"><p>One. <a href="#fnref:1" class="reversefootnote">↩</a></p></li></ol></div>',
      `<p>a${note('One.')}</p>`,
    ],
    ['a page of this site', toPageBody(`<p>a${note('One.')}</p>`), `<p>a${note('One.')}</p>`],
  ])('of %s are converted', (_, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });

  it.each([
    [
      'a note with a list',
      '<p>a<sup><a href="#n">1</a></sup></p><ol class="footnotes"><li id="n"><ul><li>x</li></ul></li></ol>',
    ],
    ['a note without a reference', '<p>a</p><ol class="footnotes"><li id="n">x</li></ol>'],
    ['a list that is no list of notes', '<p><a href="#n"><sup>1</sup></a></p><ol><li id="n">x</li></ol>'],
    ['a link with words', '<p><a href="#n">see below</a></p><ol class="footnotes"><li id="n">x</li></ol>'],
  ])('leaves %s where it is', (_, html) => {
    const clean = cleanHtml(html);
    expect(clean).not.toContain('class="footnote"');
    expect(htmlToText(clean)).toContain('x');
  });

  it('keeps every note once, also if numbers repeat', () => {
    const html =
      '<p>a<sup><a href="#n">1</a></sup> b<sup><a href="#n">1</a></sup></p><ol class="footnotes"><li id="n">x</li><li id="m">y</li></ol>';
    const clean = cleanHtml(html);
    expect(clean.match(/x/g)).toHaveLength(1);
    expect(clean).toContain('<li>y</li>');
  });
});
