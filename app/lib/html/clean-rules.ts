// The rules for rich content: allowed tags, attributes and attribute values.
import { CALLOUTS, FIGURE_WIDTHS, GALLERY, isPlayer, PULL_QUOTE } from './article-blocks';
import { FOOTNOTE } from './footnotes';
import type { HtmlElement } from './html-tree';

const SITE = 'https://site.invalid';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const IMAGE_SCHEMES = new Set(['http:', 'https:']);

/** The value to keep, or null to remove the attribute. */
type Rule = (value: string) => string | null;

const anyText: Rule = (value) => value || null;
const allowEmpty: Rule = (value) => value;
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

/** Removes line breaks and tabs from a URL, and white space around it, as browsers do. */
function address(schemes: ReadonlySet<string>): Rule {
  return (value) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these
    const text = value.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
    if (!text || !URL.canParse(text, SITE)) return null;
    const url = new URL(text, SITE);
    const namesItsScheme = /^[a-z][a-z0-9+.-]*:/i.test(text);
    return schemes.has(url.protocol) && (namesItsScheme || url.origin === SITE) ? text : null;
  };
}

const secureAddress = address(new Set(['https:']));
/** A file on a server with TLS, or in this site's file store. */
const playerAddress: Rule = (value) => {
  const text = secureAddress(value);
  return text && /^(?:https:\/\/|\/media\/)/i.test(text) ? text : null;
};

const ALIGNMENT = classes(/^ql-align-(?:center|right|justify)$/);
const CELL = { class: ALIGNMENT, colspan: wholeNumber, rowspan: wholeNumber };

/** Elements without an entry may have only the attributes in ATTRIBUTES. */
const TAGS = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del sub sup mark small abbr cite q kbd code pre blockquote ' +
    'ul ol li dl dt dd a img figure figcaption table caption thead tbody tfoot tr th td div span details summary'
  ).split(' '),
);

const ATTRIBUTES: Record<string, Record<string, Rule>> = {
  a: { href: address(LINK_SCHEMES), title: anyText },
  img: {
    src: address(IMAGE_SCHEMES),
    alt: allowEmpty,
    title: anyText,
    width: wholeNumber,
    height: wholeNumber,
    loading: oneOf('lazy'),
  },
  video: {
    src: playerAddress,
    poster: address(IMAGE_SCHEMES),
    width: wholeNumber,
    height: wholeNumber,
  },
  audio: { src: playerAddress },
  ol: { start: wholeNumber },
  abbr: { title: anyText },
  th: { scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), ...CELL },
  td: CELL,
  // Classes: a code block's language, the editor's alignment, and the blocks of article-blocks.ts.
  code: { class: classes(/^language-[\w+#.-]{1,40}$/) },
  p: { class: classes(/^(?:ql-align-(?:center|right|justify)|button-link)$/) },
  blockquote: { class: oneOf(PULL_QUOTE) },
  sup: { class: oneOf(FOOTNOTE) },
  div: { class: oneOf(...Object.keys(CALLOUTS).map((kind) => `callout callout-${kind}`)) },
  figure: { class: oneOf(...Object.keys(FIGURE_WIDTHS), GALLERY) },
  h1: { class: ALIGNMENT },
  h2: { class: ALIGNMENT },
  h3: { class: ALIGNMENT },
  li: { class: ALIGNMENT },
};

/** Elements whose text is not content. `keepAllowed` keeps the files of players. */
const NOT_CONTENT = new Set(
  (
    'script style textarea option noscript template iframe svg math title xmp noembed noframes plaintext ' +
    'frameset object applet audio video canvas'
  ).split(' '),
);

/** 'keep' the element with valid attributes, 'open' to keep only its children, or 'drop' both. */
export function ruleForTag(tag: string): 'keep' | 'open' | 'drop' {
  if (TAGS.has(tag)) return 'keep';
  return NOT_CONTENT.has(tag) ? 'drop' : 'open';
}

/** The valid attributes of an allowed element in a fixed order, with the required ones added. */
export function cleanAttributes({ tag, attributes }: HtmlElement): Record<string, string> {
  const rules = ATTRIBUTES[tag];
  if (!rules) return {};
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const allowed = Object.hasOwn(rules, name) ? rules[name]?.(value) : null;
    if (allowed !== null && allowed !== undefined) kept[name] = allowed;
  }
  if (tag === 'a' && /^https?:/i.test(kept.href ?? '')) kept.rel = 'noopener noreferrer';
  if (tag === 'img') {
    kept.alt ??= '';
    kept.loading = 'lazy';
  }
  if (isPlayer(tag)) {
    kept.controls = '';
    // Nothing is loaded before the reader starts the player.
    kept.preload = 'none';
  }
  return kept;
}
