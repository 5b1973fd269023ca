// Figures, galleries, videos and audio: reads their HTML for the dialog, and writes it.
import { FIGURE_WIDTHS, GALLERY, isPlayer, MAX_GALLERY } from '~/lib/html/article-blocks';
import { element, type HtmlElement, type HtmlNode, isBlankNode, textOf } from '~/lib/html/html-tree';
import { isInlineNode, isSpace } from '../html/read-inline';

export type MediaKind = 'figure' | 'gallery' | 'video' | 'audio';

/** A text of a caption. Its formats and links are kept while the text stays the same. */
export interface CaptionText {
  text: string;
  nodes: HtmlNode[];
}

/** An image or player with its caption. */
export interface CaptionedMedia {
  /** The attributes of the image or player. */
  attributes: Record<string, string>;
  /** The attributes of the link around an image. */
  link: Record<string, string> | null;
  caption: CaptionText;
  credit: CaptionText;
}

export interface MediaBlock {
  kind: MediaKind;
  /** '' or one of FIGURE_WIDTHS. */
  width: string;
  /** One, except in galleries. */
  items: CaptionedMedia[];
  /** Of a gallery as a whole. */
  caption: CaptionText;
}

export const MEDIA_NAMES: Record<MediaKind, string> = {
  figure: 'Figure',
  gallery: 'Gallery',
  video: 'Video',
  audio: 'Audio',
};

const toCaption = (nodes: HtmlNode[] = []): CaptionText => ({
  text: textOf(nodes).replace(/\s+/g, ' ').trim(),
  nodes,
});

export const toItem = (attributes: Record<string, string> = {}, caption = ''): CaptionedMedia => ({
  attributes,
  link: null,
  caption: toCaption(caption ? [caption] : []),
  credit: toCaption(),
});

export const newMedia = (kind: MediaKind, items: CaptionedMedia[] = [toItem()]): MediaBlock => ({
  kind,
  width: '',
  items: kind === 'gallery' ? [] : items,
  caption: toCaption(),
});

/** Null for a block that the dialog could not write back. */
export function readMedia(nodes: readonly HtmlNode[]): MediaBlock | null {
  const [figure, ...others] = nodes.filter((node) => !isSpace(node));
  if (typeof figure !== 'object' || figure.tag !== 'figure' || others.length > 0) return null;
  const { class: width = '', ...attributes } = figure.attributes;
  if (Object.keys(attributes).length > 0) return null;
  if (width === GALLERY) return readGallery(figure);
  const read = readItem(figure);
  if (!read || (width && (read.kind !== 'figure' || !Object.hasOwn(FIGURE_WIDTHS, width)))) return null;
  return { kind: read.kind, width, items: [read.item], caption: toCaption() };
}

function readGallery({ children }: HtmlElement): MediaBlock | null {
  const items: CaptionedMedia[] = [];
  const parts = children.filter((node) => !isSpace(node));
  const last = parts.at(-1);
  const caption = typeof last === 'object' && last.tag === 'figcaption' ? parts.pop() : undefined;
  for (const part of parts) {
    if (typeof part !== 'object' || part.tag !== 'figure' || Object.keys(part.attributes).length > 0)
      return null;
    const read = readItem(part);
    if (read?.kind !== 'figure') return null;
    items.push(read.item);
  }
  const read = readCaption(caption, false);
  return read && items.length > 0 && items.length <= MAX_GALLERY
    ? { kind: 'gallery', width: '', items, caption: read.caption }
    : null;
}

/** An image, which may be a link, or a player; then a caption, if any. */
function readItem({ children }: HtmlElement): { kind: MediaKind; item: CaptionedMedia } | null {
  const [media, second, ...others] = children.filter((node) => !isSpace(node));
  if (typeof media !== 'object' || others.length > 0) return null;
  const [inside, ...more] = media.tag === 'a' ? media.children.filter((node) => !isSpace(node)) : [media];
  if (typeof inside !== 'object' || more.length > 0) return null;
  const link = inside === media ? null : media.attributes;
  const captions = readCaption(second, true);
  const kind = inside.tag === 'img' ? 'figure' : isPlayer(inside.tag) ? inside.tag : null;
  if (!kind || !captions || (kind !== 'figure' && link)) return null;
  return { kind, item: { attributes: inside.attributes, link, ...captions } };
}

/** A <small> at the end is the credit. Null if it contains more than text with formats. */
function readCaption(
  node: HtmlNode | undefined,
  hasCredit: boolean,
): Pick<CaptionedMedia, 'caption' | 'credit'> | null {
  if (node === undefined) return { caption: toCaption(), credit: toCaption() };
  if (typeof node === 'string' || node.tag !== 'figcaption' || Object.keys(node.attributes).length > 0)
    return null;
  if (!node.children.every(isInlineNode)) return null;
  const nodes = node.children.filter((child, index) => index < node.children.length - 1 || !isSpace(child));
  const last = nodes.at(-1);
  const credit = hasCredit && typeof last === 'object' && last.tag === 'small' ? last.children : [];
  return {
    caption: toCaption(credit.length > 0 ? nodes.slice(0, -1) : nodes),
    credit: toCaption(credit),
  };
}

export function writeMedia({ kind, width, items, caption }: MediaBlock): HtmlElement {
  if (kind !== 'gallery')
    return element(
      'figure',
      items.flatMap((item) => writeItem(kind, item)),
      {
        ...(width && { class: width }),
      },
    );
  const figures = items.map((item) => element('figure', writeItem('figure', item)));
  return element('figure', [...figures, ...writeCaption(caption)], { class: GALLERY });
}

function writeItem(kind: MediaKind, { attributes, link, caption, credit }: CaptionedMedia): HtmlNode[] {
  const media = element(kind === 'figure' ? 'img' : kind, [], attributes);
  return [link ? element('a', [media], link) : media, ...writeCaption(caption, credit)];
}

export function writeCaption(caption: CaptionText, credit: CaptionText = toCaption()): HtmlNode[] {
  const nodes = nodesOf(caption);
  const small = nodesOf(credit);
  if (isBlankNode(nodes) && isBlankNode(small)) return [];
  if (isBlankNode(small)) return [element('figcaption', nodes)];
  const space = isBlankNode(nodes) || /\s$/.test(textOf(nodes)) ? [] : [' '];
  return [element('figcaption', [...nodes, ...space, element('small', small)])];
}

const nodesOf = ({ text, nodes }: CaptionText): HtmlNode[] =>
  toCaption(nodes).text === text.trim() ? nodes : [text.trim()];
