// Dynamic blocks: places in an article or static page whose content is filled in when the page is rendered, so that it
// is always current. Stored as a figure with a link, which is shown wherever nothing is filled in.
import { element, type HtmlElement, type HtmlNode, textOf } from './html-tree';

export const DYNAMIC_BLOCKS = {
  article: 'Article card',
  cta: 'Call to action',
  signup: 'Newsletter sign-up',
} as const;

export type DynamicKind = keyof typeof DYNAMIC_BLOCKS;

/** What an article card or call to action shows. */
export interface DynamicTarget {
  /** UUID. */
  id: string;
  title: string;
  /** '' for a call to action without a button. */
  href: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IS_UUID = new RegExp(`^${UUID}$`);
const BLOCK = new RegExp(
  `<figure data-block="(article|cta|signup)"(?: data-id="(${UUID})")?>((?:(?!</figure>).)*)</figure>`,
  'gs',
);
/** Whether stored HTML may contain such blocks. */
export const DYNAMIC_MARK = '<figure data-block="';

export const isDynamicKind = (kind: string): kind is DynamicKind => Object.hasOwn(DYNAMIC_BLOCKS, kind);

export function toDynamicFigure(
  kind: Exclude<DynamicKind, 'signup'>,
  { id, title, href }: DynamicTarget,
): HtmlElement {
  const content = href ? element('a', [title], { href }) : title;
  return element('figure', [content], { 'data-block': kind, 'data-id': id });
}

export const toSignUpFigure = (): HtmlElement =>
  element('figure', [element('a', ['Sign up for the newsletter'], { href: '/newsletter' })], {
    'data-block': 'signup',
  });

/**
 * Converts a figure to a dynamic block that contains only its link or text. Null for other figures.
 * @param attributes as given
 * @param children already sanitized
 */
export function toDynamicBlock(
  attributes: Record<string, string>,
  children: readonly HtmlNode[],
): HtmlElement | null {
  const kind = attributes['data-block'] ?? '';
  if (!isDynamicKind(kind)) return null;
  if (kind === 'signup') return toSignUpFigure();
  const id = attributes['data-id'] ?? '';
  const title = textOf(children).trim();
  if (!IS_UUID.test(id) || !title) return null;
  const link = children.find((child) => typeof child === 'object' && child.tag === 'a');
  const figure = toDynamicFigure(kind, { id, title, href: '' });
  return typeof link === 'object' ? { ...figure, children: [{ ...link, children: [title] }] } : figure;
}

/** Replaces each dynamic block of stored HTML. @param id '' for a sign-up form @param content its link or text */
export function replaceDynamicBlocks(
  html: string,
  replace: (kind: DynamicKind, id: string, content: string) => string,
): string {
  if (!html.includes(DYNAMIC_MARK)) return html;
  return html.replace(BLOCK, (_, kind: DynamicKind, id: string | undefined, content: string) =>
    replace(kind, id ?? '', content),
  );
}

/** The ids of the articles whose cards are in a text. */
export const listCardIds = (html: string): string[] =>
  [...html.matchAll(BLOCK)].flatMap(([, kind, id]) => (kind === 'article' && id ? [id] : []));

/** Replaces each dynamic block with its link, for feeds, in which blocks are not filled in. */
export const linkDynamicBlocks = (html: string): string =>
  replaceDynamicBlocks(html, (_kind, _id, content) => `<p>${content}</p>`);
