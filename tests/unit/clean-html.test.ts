import { describe, expect, it } from 'vitest';
import { cleanHtml, htmlToText } from '~/lib/clean-html';

describe('cleaning', () => {
  it('keeps what an article is made of', () => {
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
  ])('takes everything that could run out of %s', (html) => {
    expect(cleanHtml(html)).not.toMatch(
      /<script|onerror|javascript:|vbscript:|data:|<svg|<iframe|<math|style=|formaction|<object|<embed|<base/i,
    );
  });

  it('keeps only links to the web, mail and telephone, and to the site itself', () => {
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

  it('is not slowed down by any number of hard spaces', () => {
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

describe('the text of HTML', () => {
  it('is what a reader reads, with blocks apart', () => {
    expect(htmlToText('<h2>One</h2><p>two &amp; <em>thr</em>ee</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'One two & three a b',
    );
    expect(htmlToText('<p>1 &lt; 2 &amp;lt;</p><script>x()</script>')).toBe('1 < 2 &lt;');
  });
});
