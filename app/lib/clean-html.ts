// The one cleaner of rich content. Whatever is stored went through it; whatever is shown was stored.
import sanitize from 'sanitize-html';

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'sub',
    'sup',
    'mark',
    'small',
    'abbr',
    'cite',
    'q',
    'kbd',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'div',
    'span',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    abbr: ['title'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    code: ['class'],
    p: ['class'],
    h1: ['class'],
    h2: ['class'],
    h3: ['class'],
    li: ['class'],
  },
  // Alignment from the editor and a code block's language; no other class has a meaning here.
  allowedClasses: {
    code: ['language-*'],
    p: ['ql-align-center', 'ql-align-right', 'ql-align-justify'],
    h1: ['ql-align-center', 'ql-align-right', 'ql-align-justify'],
    h2: ['ql-align-center', 'ql-align-right', 'ql-align-justify'],
    h3: ['ql-align-center', 'ql-align-right', 'ql-align-justify'],
    li: ['ql-align-center', 'ql-align-right', 'ql-align-justify'],
  },
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The text of these is no text for readers.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'svg',
    'math',
    'title',
    'xmp',
    'noembed',
    'noframes',
  ],
  transformTags: {
    a: (tagName, attribs) => {
      const external = /^https?:/i.test(attribs.href ?? '');
      const { rel: _rel, target: _target, ...rest } = attribs;
      return { tagName, attribs: external ? { ...rest, rel: 'noopener noreferrer' } : rest };
    },
    img: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

const EMPTY_PARAGRAPH = /<p(?: class="[^"]*")?>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*/g;

/**
 * HTML that is safe to show: an allow-list of tags and attributes, links only to http, https, mailto, tel or this site
 * (specification, section 5), scripts and structured-data snippets gone with their text, empty paragraphs stripped.
 * Cleaning what is clean changes nothing.
 */
export function cleanHtml(html: string): string {
  return sanitize(html, OPTIONS).replace(EMPTY_PARAGRAPH, '').trim();
}

/** The text of an HTML fragment, its blocks apart by single spaces. */
export function htmlToText(html: string): string {
  return sanitize(
    html.replace(/<\/(p|h[1-6]|li|blockquote|pre|td|th|tr|div|figcaption)>|<br\s*\/?>/gi, ' $&'),
    {
      allowedTags: [],
      allowedAttributes: {},
      nonTextTags: OPTIONS.nonTextTags,
      textFilter: (text) => text,
    },
  )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
