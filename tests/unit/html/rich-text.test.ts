// The editor's document: what it reads, writes and leaves unchanged.
import { describe, expect, it } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { readBlocks } from '~/ui/rich-text/html/read-blocks';
import { writeBlocks } from '~/ui/rich-text/html/write-blocks';
import { fromOffice } from '~/ui/rich-text/paste/from-office';
import { readDemoArticles, readDemoPages } from '../../../db/seed/demo-texts';

const opsOf = (html: string) => readBlocks(parseHtml(html)).flatMap(({ ops }) => ops);
const roundTrip = (html: string) => writeBlocks(opsOf(html)).join('');
const isAtomic = (html: string) =>
  opsOf(html).some(({ insert }) => typeof insert === 'object' && 'atomic' in insert);
/** Whitespace between blocks and the inner paragraph of a list item are lost when a list is edited. */
const plain = (html: string) =>
  html
    .replace(/>\s*\n\s*</g, '><')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<(\/?)b>/g, '<$1strong>')
    .replace(/<(\/?)i>/g, '<$1em>');

/** A table that is edited gets the scope of its headers. */
const withoutScope = (html: string) => html.replaceAll(' scope="col"', '');

describe('editor document', () => {
  it.each([
    '<p>One <strong>bold, <em>both</em></strong> and <a href="/x">a <code>link</code></a>.</p>',
    '<h2>Two</h2><h4>Four</h4>',
    '<p class="ql-align-center">middle</p><h3 class="ql-align-right">right</h3>',
    '<ul><li>a<ul><li>b<ol><li>c</li></ol></li><li>d</li></ul></li><li>e</li></ul><ol><li>f</li></ol>',
    '<p>a</p><ol start="3"><li>three</li><li>four</li></ol>',
    '<blockquote><p>one</p><p>two</p></blockquote><p>between</p><blockquote><p>three</p></blockquote>',
    '<pre><code class="language-ts">const a = 1 &lt; 2;\n\n  b</code></pre><pre><code>c</code></pre>',
    '<p>one<br />two<br /><br />three</p>',
    '<p>H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <kbd>k</kbd> <del>d</del> <s>s</s> <u>u</u></p>',
    '<p><img src="/media/a.png" alt="A &quot;quoted&quot; one" width="10" height="20" loading="lazy" /></p>',
    '<p><a href="https://x.org/" rel="noopener noreferrer"><img src="/a.png" alt="" loading="lazy" /></a></p>',
    '<p>1 &lt; 2 &amp;amp; \u00a0hard</p>',
  ])('reads and writes %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
    expect(isAtomic(html)).toBe(false);
    expect(roundTrip(html)).toBe(html);
  });

  it.each([
    '<table><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table>',
    '<figure><img src="/a.png" alt="A" loading="lazy" /><figcaption>Cap</figcaption></figure>',
    '<hr />',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<ol start="0"><li>none</li></ol>',
    '<ul><li><p>one</p><p>two</p></li></ul>',
    '<ul><li>one<blockquote><p>q</p></blockquote></li></ul>',
    '<ul><li><ul><li>a</li></ul></li></ul>',
    '<p><a href="/x" title="T">titled</a></p>',
    '<p><abbr title="World">W</abbr></p>',
    '<blockquote><p>q</p><ul><li>a</li></ul></blockquote>',
    '<pre>a<strong>b</strong></pre>',
    '<div><p>in a box</p></div>',
    '<p><sub>a<sup>b</sup></sub></p>',
  ])('leaves %s unchanged', (html) => {
    expect(cleanHtml(html)).toBe(html);
    expect(isAtomic(html)).toBe(true);
    expect(roundTrip(html)).toBe(html);
  });

  it('does not merge two adjacent blocks of the same type', () => {
    for (const html of [
      '<ul><li>a</li></ul><ul><li>b</li></ul>',
      '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>',
      '<pre><code>a</code></pre><pre><code>b</code></pre>',
    ]) {
      expect(roundTrip(html)).toBe(html);
    }
  });

  it('edits every demo text except rules, and maps each block to its source', () => {
    for (const { slug, content } of [...readDemoArticles(), ...readDemoPages()]) {
      const blocks = readBlocks(parseHtml(content));
      expect(blocks.map(({ source }) => source).join(''), slug).toBe(content);
      for (const { ops, source } of blocks) {
        const kept = typeof ops[0]?.insert === 'object' && 'atomic' in ops[0].insert;
        if (kept) expect(source).toMatch(/^<(hr|figure|dl)/);
        else if (!source.startsWith('<pre'))
          expect(withoutScope(writeBlocks(ops).join(''))).toBe(plain(source).trim());
      }
    }
  });

  it('wraps text without a block in a paragraph', () => {
    expect(roundTrip('some <b>words</b>\n<p>more</p>rest')).toBe(
      '<p>some <strong>words</strong></p><p>more</p><p>rest</p>',
    );
  });
});

describe('pasted link', () => {
  const pasted = (href: string) => writeHtml(fromOffice(parseHtml(`<p><a href="${href}">x</a></p>`)));
  it.each([
    [
      'https://www.google.com/url?q=https://example.org/a?b%3Dc&amp;sa=D&amp;usg=x',
      'https://example.org/a?b=c',
    ],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&amp;data=05',
      'https://example.org/',
    ],
  ])('of a redirecting program goes directly to its target: %s', (href, own) => {
    expect(pasted(href)).toBe(`<p><a href="${own}">x</a></p>`);
  });

  it.each([
    'https://www.google.com/search?q=https://example.org/',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.google.com/url?sa=D',
    'https://example.org/url?q=https://example.com/',
  ])('is otherwise unchanged: %s', (href) => {
    expect(pasted(href)).toBe(`<p><a href="${href}">x</a></p>`);
  });
});
