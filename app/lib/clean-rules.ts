// What rich content may hold: tags, their attributes, and what each attribute may say.
import type { HtmlElement } from './html-tree';

const SITE = 'https://site.invalid';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const IMAGE_SCHEMES = new Set(['http:', 'https:']);

/** The value to keep, or null to leave the attribute out. */
type Rule = (value: string) => string | null;

const anyText: Rule = (value) => value || null;
const evenEmpty: Rule = (value) => value;
const wholeNumber: Rule = (value) => (/^\d{1,5}$/.test(value) ? value : null);
const oneOf =
  (...allowed: string[]): Rule =>
  (value) =>
    allowed.includes(value) ? value : null;
const classes =
  (allowed: RegExp): Rule =>
  (value) =>
    value
      .split(/\s+/)
      .filter((name) => allowed.test(name))
      .join(' ') || null;

/** An address as browsers follow it: they drop line breaks and tabs anywhere, and white space around. */
function address(schemes: ReadonlySet<string>): Rule {
  return (value) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these
    const text = value.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
    if (!text || !URL.canParse(text, SITE)) return null;
    const url = new URL(text, SITE);
    const namesItsScheme = /^[a-z][a-z0-9+.-]*:/i.test(text);
    return schemes.has(url.protocol) && (namesItsScheme || url.origin === SITE) ? text : null;
  };
}

const ALIGNMENT = classes(/^ql-align-(?:center|right|justify)$/);
const CELL = { colspan: wholeNumber, rowspan: wholeNumber };

/** Attributes besides those of ATTRIBUTES: none. */
const TAGS = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del sub sup mark small abbr cite q kbd code pre blockquote ' +
    'ul ol li dl dt dd a img figure figcaption table caption thead tbody tfoot tr th td div span'
  ).split(' '),
);

const ATTRIBUTES: Record<string, Record<string, Rule>> = {
  a: { href: address(LINK_SCHEMES), title: anyText },
  img: {
    src: address(IMAGE_SCHEMES),
    alt: evenEmpty,
    title: anyText,
    width: wholeNumber,
    height: wholeNumber,
    loading: oneOf('lazy'),
  },
  ol: { start: wholeNumber },
  abbr: { title: anyText },
  th: { scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), ...CELL },
  td: CELL,
  // A code block's language and the editor's alignment; no other class has a meaning here.
  code: { class: classes(/^language-[\w+#.-]{1,40}$/) },
  p: { class: ALIGNMENT },
  h1: { class: ALIGNMENT },
  h2: { class: ALIGNMENT },
  h3: { class: ALIGNMENT },
  li: { class: ALIGNMENT },
};

/** The text of these is no text for readers. */
const WORDLESS = new Set(
  (
    'script style textarea option noscript template iframe svg math title xmp noembed noframes plaintext ' +
    'frameset object applet audio video canvas'
  ).split(' '),
);

/** 'keep' with its attributes judged, 'open' to keep only what is in it, 'drop' with all that is in it. */
export function judgeTag(tag: string): 'keep' | 'open' | 'drop' {
  if (TAGS.has(tag)) return 'keep';
  return WORDLESS.has(tag) ? 'drop' : 'open';
}

/** The attributes an element of the list may keep, in its own order, and those it must have. */
export function judgeAttributes({ tag, attributes }: HtmlElement): Record<string, string> {
  const rules = ATTRIBUTES[tag];
  if (!rules) return {};
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const judged = Object.hasOwn(rules, name) ? rules[name]?.(value) : null;
    if (judged !== null && judged !== undefined) kept[name] = judged;
  }
  if (tag === 'a' && /^https?:/i.test(kept.href ?? '')) kept.rel = 'noopener noreferrer';
  if (tag === 'img') {
    kept.alt ??= '';
    kept.loading = 'lazy';
  }
  return kept;
}
