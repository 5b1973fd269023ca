// What the repair changes and what it keeps, over many texts.
import { describe, expect, it } from 'vitest';
import { decodeReferences } from '~/features/maintenance/repair/decode-references';
import { repairText } from '~/features/maintenance/repair/repair-article';
import { repairHtml } from '~/features/maintenance/repair/repair-html';
import { repairSummary } from '~/features/maintenance/repair/repair-summary';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { type HtmlNode, textOf } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { writeArticle } from '../../../db/seed/article-writer';
import { readDemoArticles, readDemoPages } from '../../../db/seed/demo-texts';
import { XSS_PAYLOADS } from '../../support/hostile/xss-payloads';

const repaired = (html: string) => repairHtml(html).html;
const decoded = (text: string) => decodeReferences(text).text;

describe('double-escaped references', () => {
  it.each([
    ['<p>Tom &amp;amp; Jerry</p>', '<p>Tom &amp; Jerry</p>'],
    ['<p>Tom &amp;amp;amp;amp;amp; Jerry</p>', '<p>Tom &amp; Jerry</p>'],
    ['<p>&amp;quot;Quoted&amp;quot; &amp;#39;twice&amp;#39;</p>', '<p>"Quoted" \'twice\'</p>'],
    ['<p>it&amp;rsquo;s &amp;#8220;here&amp;#x201D; &amp;hellip;</p>', '<p>it’s “here” …</p>'],
    ['<p>caf&amp;eacute;&amp;nbsp;au lait</p>', '<p>café\u00a0au lait</p>'],
    ['<p>&amp;CounterClockwiseContourIntegral; &amp;nGt; &amp;#150;</p>', '<p>∳ ≫⃒ –</p>'],
    ['<p>&amp;amp;amp;lt;b&amp;amp;gt;</p>', '<p>&lt;b&gt;</p>'],
    ['<img src="/a.png" alt="R&amp;amp;D &amp;quot;lab&amp;quot;">', null],
    ['<a href="https://x.org/?a=1&amp;amp;b=2" title="A &amp;amp; B">x</a>', null],
    ['<p>It&#39;s &quot;fine&quot; &mdash; so</p>', '<p>It\'s "fine" — so</p>'],
  ])('are decoded in %s', (html, expected) => {
    const result = repaired(html);
    if (expected) expect(result).toBe(expected);
    else expect(result).not.toMatch(/&amp;(amp|quot);/);
    expect(result).not.toBe(html);
  });

  it('are decoded in URLs, but never into a link that cleaning would remove', () => {
    expect(repaired('<p><a href="/search?q=a&amp;amp;page=2">x</a></p>')).toContain(
      'href="/search?q=a&amp;page=2"',
    );
    for (const href of [
      'java&amp;#115;cript&amp;colon;alert(1)',
      '&amp;sol;/evil.example',
      '/a&amp;quot;b',
      '/a&amp;NewLine;b',
    ]) {
      const html = `<p><a href="${href}">x</a></p>`;
      expect(repaired(html), href).toBe(html);
    }
  });

  it('become text, never markup', () => {
    const result = repaired(
      '<p>&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt; &amp;lt;img src=x onerror=alert(1)&amp;gt;</p>',
    );
    expect(result).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;</p>');
    expect(parseHtml(result)).toHaveLength(1);
  });

  it.each([
    'R&D, AT&T, Fish & Chips',
    '?a=1&copy=2&lt=3',
    '&bogus; &notit; &; &#; &#x; &#xg;',
    '&#0; &#7; &#xD800; &#x110000; &#xFFFF;',
  ])('are not found in %s', (text) => expect(decoded(text)).toBe(text));

  it('are decoded at any depth, in linear time', () => {
    expect(decoded('&amp&semi;lt;')).toBe('<');
    expect(decoded('&&#97;mp;lt;')).toBe('<');
    const rounds = 100_000;
    expect(decoded(`&${'amp;'.repeat(rounds)}lt;`)).toBe('<');
    expect(decoded(`&amp${'&semi'.repeat(rounds)};lt;`)).toBe('<');
    expect(decoded('&'.repeat(rounds))).toHaveLength(rounds);
    expect(decoded(';'.repeat(rounds))).toHaveLength(rounds);
  });
});

describe('whitespace', () => {
  it.each([
    ['<p>Too   many    spaces</p>', '<p>Too many spaces</p>'],
    ['<p>one\n\n\ttwo</p>\n\n\n<p>three</p>', '<p>one two</p>\n<p>three</p>'],
    ['<p>a&nbsp; &nbsp;b</p>', '<p>a b</p>'],
    ['<ul>\n    <li>one</li>\n    <li>two</li>\n</ul>', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  ])('collapses in %j', (html, expected) => expect(repaired(html)).toBe(expected));

  it.each([
    '<p>10\u00a0percent of a\nline</p>\n<p>x</p>',
    '<p><b>bold </b> <i>italic</i> and <a href="/x">a link</a> .</p>',
    '<p>Q&amp;A<br>unlike ours, but right</p>',
    '<p>   </p>'.replace('   ', ' '),
  ])('stays in %j', (html) => expect(repaired(html)).toBe(html));
});

describe('code', () => {
  const code =
    '<pre><code class="language-html">if (a  &amp;&amp;  b) {\n\n\treturn &amp;amp;lt;p&amp;amp;gt;\n}</code></pre>';
  it('keeps its text when the text around it is repaired', () => {
    const inline = '<p>Type <code>&amp;amp;  &amp;#39;</code>, <kbd>a  b</kbd> or <samp>&amp;lt;</samp></p>';
    expect(repaired(code)).toBe(code);
    expect(repaired(inline)).toBe(inline);
    expect(repaired(`${code}<p>a &amp;amp;  b</p>`)).toBe(`${code}<p>a &amp; b</p>`);
  });
});

describe('summary', () => {
  it.each([
    ['Tom &amp;amp; Jerry&#39;s &quot;law&quot;', 'Tom & Jerry\'s "law"'],
    ['  two  lines\nof\ttext ', 'two lines of text'],
    ['before <img src="data:image/png;base64,AAAA"> after', 'before after'],
    ['before data:image/png;base64,iVBORw0KGgo= after', 'before after'],
    ['&lt;img src=&quot;data:image/png;base64,AAAA&quot;&gt; after', 'after'],
    ['1 &lt; 2 and a &lt;b&gt;', '1 < 2 and a <b>'],
  ])('is repaired: %j', (text, expected) => expect(repairSummary(text).text).toBe(expected));

  it.each(['R&D at AT&T', 'the data: what it says', '10\u00a0percent', ''])('is unchanged: %j', (text) =>
    expect(repairSummary(text).text).toBe(text));

  it('is generated from the content when it was only an image', () => {
    const text = {
      content: '<p>What the article says.</p>',
      summary: '<img src="data:image/png;base64,AA">',
    };
    expect(repairText(text)?.summary).toBe('What the article says.');
    const rest = { ...text, content: `<p>For all.</p>${text.content.repeat(2)}` };
    expect(repairText({ ...rest, membersOnly: true })?.summary).toBe('For all.');
  });
});

describe('correct text', () => {
  it('is unchanged byte for byte: every demo text and a thousand generated ones', () => {
    for (const { content, summary } of readDemoArticles())
      expect(repairText({ content, summary })).toBeNull();
    for (const { content } of readDemoPages()) expect(repaired(content)).toBe(content);
    for (let number = 1; number <= 1_000; number += 1) {
      const { content, summary } = writeArticle(number);
      expect(repairText({ content, summary })).toBeNull();
    }
  });
});

/** Numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const PIECES = [
  ...[
    '&',
    '&amp;',
    'amp;',
    ';',
    '&lt;',
    '&#38;',
    '&#x26;',
    '#39;',
    '&semi;',
    '&nbsp;',
    '\u00a0',
    '  ',
    '\n',
    '\t',
    ' ',
  ],
  ...[
    'lt;',
    'gt;',
    'word',
    'é',
    '𝒳',
    '<',
    '>',
    '"',
    "'",
    '&Tab;',
    '&NewLine;',
    '&zwj;',
    '&colon;',
    '&notin;',
    '\0',
  ],
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<span>',
    '</span>',
    '<ul><li>',
    '</ul>',
    '<table><tr><td>',
    '</table>',
    '<br>',
    '<!--',
  ],
  ...[
    '-->',
    '<pre>',
    '</pre>',
    '<code>',
    '</code>',
    '<kbd>',
    '</kbd>',
    '<a href="/x?a&amp;amp;b">',
    '</a>',
    '<h2>',
    '</h2>',
  ],
  ...[
    '<img src="data:image/png;base64,AA" alt="a &amp;amp; b">',
    '<img src=x alt="',
    '<script>',
    '</script>',
    '<div title="',
  ],
  ...[
    '<blockquote>',
    '</blockquote>',
    '<figure>',
    '</figure>',
    '<svg>',
    '<math><mi>',
    '<template>',
    '<textarea>',
  ],
];

const CODE = new Set(['pre', 'code', 'kbd', 'samp']);
function codeOf(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return CODE.has(node.tag) ? [textOf(node.children)] : codeOf(node.children);
  });
}
/** Text as readers compare it: decoded and without whitespace. */
const charactersOf = (text: string) => decoded(text).replace(/[\s\u00a0]/g, '');

describe('any text', () => {
  const texts: string[] = [
    ...XSS_PAYLOADS.map((payload) => payload),
    ...XSS_PAYLOADS.map((payload) => encode(payload)),
  ];
  for (let seed = 1; seed <= 2_500; seed += 1) {
    const roll = dice(seed);
    const length = 1 + Math.floor(roll() * 24);
    texts.push(Array.from({ length }, () => PIECES[Math.floor(roll() * PIECES.length)]).join(''));
  }

  it('is repaired once: the second run changes nothing, and the result is clean', () => {
    for (const text of texts) {
      const once = repairText({ content: text, summary: text.slice(0, 300) });
      if (!once) continue;
      expect(repairText(once), text).toBeNull();
      expect(cleanHtml(once.content), text).toBe(once.content);
      expect(once.content).not.toMatch(/<script|<svg|<iframe|<math|<object|<embed|<base|<textarea/i);
    }
  });

  it('keeps its text and code, and gains no element', () => {
    for (const text of texts) {
      const clean = cleanHtml(text);
      const { html } = repairHtml(clean);
      expect(codeOf(parseHtml(html)), text).toEqual(codeOf(parseHtml(clean)));
      expect(charactersOf(htmlToText(html)), text).toBe(charactersOf(htmlToText(clean)));
      expect(tagsOf(html), text).toEqual(tagsOf(clean).filter((tag) => tagsOf(html).includes(tag)));
    }
  });
});

const encode = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const tagsOf = (html: string) => [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag);
