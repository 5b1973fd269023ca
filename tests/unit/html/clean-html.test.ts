import { describe, expect, it } from 'vitest';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { findEmbed } from '~/lib/html/embeds';

describe('HTML cleaning', () => {
  it('keeps the elements of an article', () => {
    const html =
      '<h2>Title</h2><p>Text with <strong>weight</strong>, <em>tone</em> and <a href="/category/tools">a link</a>.</p>' +
      '<ul><li>one</li></ul><ol start="3"><li>three</li></ol><blockquote><p>Quote</p></blockquote>' +
      '<pre><code class="language-ts">const a = 1 &lt; 2;</code></pre><hr />' +
      '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>' +
      '<figure><img src="/media/x.jpg" alt="X" width="10" height="10" loading="lazy" /><figcaption>Cap</figcaption></figure>';
    expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVa&#10;ScRiPt:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<form action="/x"><button formaction="javascript:alert(1)">x</button></form>',
    '<a href="vbscript:x">x</a><object data="x"></object><embed src="x"><base href="//evil">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ])('removes everything that could run from %s', (html) => {
    expect(cleanHtml(html)).not.toMatch(
      /<script|onerror|javascript:|vbscript:|data:|<svg|<iframe|<math|style=|formaction|<object|<embed|<base/i,
    );
  });

  it('keeps only web, email, telephone and same-site links', () => {
    for (const href of [
      'https://x.org/',
      'http://x.org/',
      'mailto:a@b.org',
      'tel:+1',
      '/page',
      '#part',
      'article',
    ]) {
      expect(cleanHtml(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
    }
    for (const href of ['ftp://x', 'file:///etc', '//evil.org/x', 'blob:x']) {
      expect(cleanHtml(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
    }
    expect(cleanHtml('<a href="https://x.org/" target="_blank" rel="opener">x</a>')).toBe(
      '<a href="https://x.org/" rel="noopener noreferrer">x</a>',
    );
  });

  it('strips structured-data snippets and empty paragraphs', () => {
    const snippet = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>';
    expect(cleanHtml(`<p>a</p>${snippet}<p> </p><p>&nbsp;</p><p><br></p><p>b</p>`)).toBe('<p>a</p><p>b</p>');
  });

  describe('structured data written as text', () => {
    const object = '{"@context": "https://schema.org", "@type": "Article", "name": "A {brace} \\"quote\\""}';
    const script = `&lt;script type="application/ld+json"&gt;${object}&lt;/script&gt;`;

    it.each([
      ['an escaped script in a paragraph', `<p>${script}</p>`],
      ['an escaped script in <pre>', `<pre>${script}</pre>`],
      ['an escaped script without an element', script],
      ['an object in a paragraph', `<p>${object}</p>`],
      ['an object in <pre>', `<pre>${object.replaceAll(', ', ',\n  ')}</pre>`],
      ['a list of objects', `<p>[${object}, ${object}]</p>`],
      ['another way to name the context', '<p>{"@context":["http://www.schema.org/"],"@graph":[]}</p>'],
      [
        'lines in paragraphs',
        `<p>${script.replaceAll(', ', ',</p>\n<p>').replace('&gt;{', '&gt;</p><p>{')}</p>`,
      ],
      ['lines with breaks', `<p>${object.replaceAll(', ', ',<br>&nbsp; ')}</p>`],
      [
        'a link that an editor made',
        `<p>${object.replace('https://schema.org', '<a href="https://schema.org">https://schema.org</a>')}</p>`,
      ],
      ['typographic quotes', '<p>{“@context”: “https://schema.org”, “@type”: “Article”}</p>'],
      ['an object within another element', `<div class="ql-editor"><p>${object}</p></div>`],
    ])('is stripped: %s', (_, html) => {
      expect(cleanHtml(`<p>Before</p>${html}<p>After</p>`).replace(/<div>\s*<\/div>|\s/g, '')).toBe(
        '<p>Before</p><p>After</p>',
      );
    });

    it('leaves the text around it', () => {
      expect(cleanHtml(`<p>Before. ${script} After.</p>`)).toBe('<p>Before.  After.</p>');
      expect(cleanHtml(`<p>Before.<br>${object}</p>`)).toBe('<p>Before.<br /></p>');
    });

    it.each([
      `<pre><code class="language-json">${object}</code></pre>`,
      '<pre><code>&lt;script type="application/ld+json"&gt;{"@context": "https://schema.org"}&lt;/script&gt;</code></pre>',
      '<pre>const data = {"@context": "https://schema.org"};</pre>',
      '<p>Set <code>{"@context": "https://schema.org"}</code> first.</p>',
      '<p>{"@context": "https://example.org", "see": "https://schema.org"}</p>',
      '<p>{"name": "schema.org", "about": "@context"}</p>',
      '<p>Put &lt;script type="application/ld+json"&gt; with schema.org into the head.</p>',
      '<p>{ schema.org without an end</p><p>More text</p>',
      '<p>[1] See https://schema.org and "@context".</p>',
    ])('is kept where a text merely mentions it: %s', (html) => {
      expect(cleanHtml(html)).toBe(html);
    });

    it('is found in linear time', () => {
      const many = '<p>{ schema.org</p>'.repeat(20_000);
      expect(cleanHtml(many)).toBe(many);
      expect(cleanHtml('&lt;script schema.org '.repeat(50_000))).toHaveLength(50_000 * 22 - 1);
    });
  });

  it('is not slowed down by many non-breaking spaces', () => {
    const spaces = '&nbsp;'.repeat(20_000);
    expect(cleanHtml(`<p>${spaces}text</p>`)).toContain('text');
    expect(cleanHtml(`<p>${spaces}</p><p>b</p>`)).toBe('<p>b</p>');
  });

  it('changes nothing the second time', () => {
    const dirty =
      '<p onclick=x>A &amp; B < C <b>d<i>e</b></i><img src="https://x.org/a.png"><a href=https://x.org>z</a>';
    expect(cleanHtml(cleanHtml(dirty))).toBe(cleanHtml(dirty));
  });
});

describe('editor output', () => {
  it('becomes nested lists', () => {
    const quill =
      '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a</li>' +
      '<li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered" class="ql-indent-2">c</li>' +
      '<li data-list="bullet">d</li><li data-list="ordered">e</li></ol>';
    expect(cleanHtml(quill)).toBe(
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul><ol><li>e</li></ol>',
    );
  });

  it('becomes code blocks with their language and empty lines', () => {
    const lines = (...texts: string[]) =>
      `<div class="ql-code-block-container" spellcheck="false">${texts.map((text) => `<div class="ql-code-block" data-language="ts">${text || '<br>'}</div>`).join('')}</div>`;
    const clean = cleanHtml(lines('const a = 1 &lt; 2;', '', '  b'));
    expect(clean).toBe('<pre><code class="language-ts">const a = 1 &lt; 2;\n\n  b</code></pre>');
    expect(cleanHtml(clean)).toBe(clean);
    expect(cleanHtml('<pre class="ql-syntax">x\ny</pre>')).toBe('<pre><code>x\ny</code></pre>');
  });

  it('keeps alignment classes and removes others', () => {
    expect(cleanHtml('<p class="ql-align-center ql-indent-2 x">a</p>')).toBe(
      '<p class="ql-align-center">a</p>',
    );
  });
});

describe('embedded videos and posts', () => {
  const VIDEO =
    '<figure data-embed="youtube" data-id="dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" ' +
    'rel="noopener noreferrer">Watch on YouTube</a></figure>';

  it('are stored as a figure with a link', () => {
    expect(cleanHtml('<p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe></p>')).toBe(
      VIDEO,
    );
    expect(cleanHtml(VIDEO)).toBe(VIDEO);
  });

  it('take their provider and id from the link, not from the attributes', () => {
    expect(cleanHtml(VIDEO.replace('data-id="dQw4w9WgXcQ"', 'data-id="javascript:x"'))).toBe(VIDEO);
    expect(
      cleanHtml('<figure data-embed="youtube" data-id="x"><a href="https://evil.org/">x</a></figure>'),
    ).toBe('<figure><a href="https://evil.org/" rel="noopener noreferrer">x</a></figure>');
    expect(cleanHtml('<iframe src="https://evil.org/embed/dQw4w9WgXcQ"></iframe>')).toBe('');
  });

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'youtube', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?list=a&v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo', '76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'vimeo', '76979871/8272103f6e'],
    ['https://twitter.com/ann/status/1234567890123', 'x', '1234567890123'],
    [
      'https://www.linkedin.com/posts/ann_words-activity-7000000000000000000-AbCd',
      'linkedin',
      'activity:7000000000000000000',
    ],
  ])('are recognized by %s', (address, provider, id) => {
    expect(findEmbed(address)).toMatchObject({ provider, id });
    const { url = '' } = findEmbed(address) ?? {};
    expect(findEmbed(url)).toEqual(findEmbed(address));
  });

  it.each([
    'https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
    'https://evil.org/https://youtu.be/dQw4w9WgXcQ',
    'javascript://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/<script>',
    'https://vimeo.com/channels/staffpicks',
    'no address',
  ])('are not recognized by %s', (address) => {
    expect(findEmbed(address)).toBeNull();
  });
});

describe('any HTML', () => {
  const times = (text: string, count: number) => text.repeat(count);
  const numbered = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join('');

  it.each([
    ['deep nesting', `${times('<div>', 100_000)}words${times('</div>', 100_000)}`],
    ['deep nesting of many kinds', times('<b><i><ul><li><blockquote>words', 30_000)],
    [
      'formatting that is never closed',
      `${numbered(5000, (n) => `<b title=${n}>`)}${times('<p>words', 5000)}`,
    ],
    ['formatting left open in tables', times('<b class=a><table><td></b><p>words</table>', 20_000)],
    ['text in the wrong place of a table', `<table>${times('<i>words</i>', 60_000)}`],
    ['a tag with a hundred thousand attributes', `<p ${numbered(100_000, (n) => `a${n} `)}>words</p>`],
    ['half tags', `${times('<', 500_000)} words ${times('<a', 500_000)}`],
    ['comments', `${times('<!---->', 300_000)}words`],
    ['five megabytes of text', `<p>${times('words ', 800_000)}</p>`],
    ['SVG and MathML trees', `words${times('<svg><math><svg><mtext>', 20_000)}`],
  ])(
    'survives %s and keeps its text',
    (_, html) => {
      const clean = cleanHtml(html);
      expect(clean).toContain('words');
      expect(clean.length).toBeLessThan(html.length * 2 + 100_000);
      expect(htmlToText(html)).toContain('words');
    },
    20_000,
  );

  it('is stable once cleaned', () => {
    const pieces =
      '<p>|</p>|<a href="/x">|</a>|<b>|</b>|<table>|<tr>|<td>|</table>|<ul>|<li>|</ul>|<h2>|</h2>|<figure>|</figure>|<pre>\n\n|</pre>|' +
      '<form>|<button>|</button>|<object>|</object>|<svg><p>|<blockquote>|</blockquote>|text|&lt;|&nbsp;|<br>|<div>|</div>|<dl><dt>|<p class=ql-align-right>|' +
      '<details>|<summary>|</summary>|</details>|<div class="callout callout-tip">|</div>|<p class=button-link>|<div class=kg-callout-card>|<figure class=wp-block-pullquote>|<figure class=wp-block-table>|<blockquote class=wp-block-quote>|<cite>';
    const choices = pieces.split('|');
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 1500; round += 1) {
      const html = Array.from({ length: 3 + next(14) }, () => choices[next(choices.length)]).join('');
      const clean = cleanHtml(html);
      expect(cleanHtml(clean), html).toBe(clean);
    }
  });

  it('loses names that could clobber page globals, and styles', () => {
    expect(
      cleanHtml('<p id=x name=y style="color:red" data-x=1 is=z slot=s>a</p><a id=cookie name=body>b</a>'),
    ).toBe('<p>a</p><a>b</a>');
  });
});

describe('text of HTML', () => {
  it('is what a reader reads, with blocks separated', () => {
    expect(htmlToText('<h2>One</h2><p>two &amp; <em>thr</em>ee</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'One two & three a b',
    );
    expect(htmlToText('<p>1 &lt; 2 &amp;lt;</p><script>x()</script>')).toBe('1 < 2 &lt;');
  });
});

it.each([
  '<div class="kg-callout-card"><p>outside</p><div class="kg-callout-text">inside</div></div>',
  '<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">inside</h4><div class="kg-toggle-content">more</div><p>outside</p></div>',
  '<div class="kg-button-card"><a href="/a">inside</a> or <a href="/b">outside</a></div>',
  '<div class="wp-block-button"><a href="/a">inside</a><p>outside</p></div>',
  '<figure class="wp-block-pullquote"><blockquote><p>inside</p></blockquote><figcaption>outside</figcaption></figure>',
  '<figure class="wp-block-pullquote"><p>outside</p><blockquote><p>inside</p></blockquote></figure>',
  '<figure class="wp-block-table"><p>outside</p><table><tr><td>inside</td></tr></table></figure>',
])('keeps text beside the parts of a foreign block: %s', (html) => {
  const text = htmlToText(cleanHtml(html));
  expect(text).toContain('inside');
  expect(text).toContain('outside');
});

it('keeps images and formatting in foreign blocks', () => {
  const toggle = (heading: string, more = '') =>
    cleanHtml(
      `<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">${heading}</h4><div class="kg-toggle-content"><p>a</p></div>${more}</div>`,
    );
  expect(toggle('How <em>long</em>?')).toBe(
    '<details><summary>How <em>long</em>?</summary><p>a</p></details>',
  );
  expect(toggle('How?', '<img src="/media/x.png" alt="">')).toContain('/media/x.png');
  const callout =
    '<div class="kg-callout-card"><div class="kg-callout-emoji">💡</div><p>A thought.</p></div>';
  expect(htmlToText(cleanHtml(callout)).match(/💡/g)).toHaveLength(1);
});
