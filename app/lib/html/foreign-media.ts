// Converts figures, galleries, videos and audio of Ghost and WordPress.
import { keepAllowed } from './allowed-html';
import { GALLERY, isPlayer, MAX_GALLERY } from './article-blocks';
import { element, type HtmlElement, type HtmlNode, hasClass, isBlankNode } from './html-tree';

/** Whether an element has nothing outside these parts. */
type HoldsOnly = (whole: HtmlElement, parts: readonly HtmlElement[]) => boolean;

/** Null if the element is not such a block, or contains more than one. */
export function toMediaFigures(node: HtmlElement, holdsOnly: HoldsOnly): HtmlElement[] | null {
  if (hasClass(node, 'kg-gallery-card') || hasClass(node, 'wp-block-gallery'))
    return fromGallery(node, holdsOnly);
  if (hasClass(node, 'kg-video-card') || hasClass(node, 'kg-audio-card')) return fromPlayer(node, holdsOnly);
  const isImage = hasClass(node, 'kg-image-card') || hasClass(node, 'wp-block-image');
  return isImage ? fromImage(node, holdsOnly) : null;
}

const WIDTHS = [
  ['kg-width-wide', 'figure-wide'],
  ['alignwide', 'figure-wide'],
  ['kg-width-full', 'figure-full'],
  ['alignfull', 'figure-full'],
] as const;

/** WordPress puts the figure of an aligned image in a <div> with the block's class. */
function fromImage(node: HtmlElement, holdsOnly: HoldsOnly): HtmlElement[] | null {
  const [, width] = WIDTHS.find(([name]) => hasClass(node, name)) ?? [];
  const figure = node.tag === 'figure' ? node : listAll(node, ({ tag }) => tag === 'figure')[0];
  if (!figure || !holdsOnly(node, [figure])) return null;
  return [element('figure', figure.children, { ...(width && { class: width }) })];
}

function fromGallery(node: HtmlElement, holdsOnly: HoldsOnly): HtmlElement[] | null {
  const parts = listAll(node, isImageOrCaption);
  if (!holdsOnly(node, [element('div', parts)])) return null;
  const figures: HtmlElement[] = [];
  const captions: HtmlElement[] = [];
  for (const part of parts) {
    const last = figures.at(-1);
    if (part.tag !== 'figcaption') figures.push(element('figure', [part]));
    else if (last && last.children.length === 1 && isInItem(node, part)) last.children.push(part);
    else captions.push(part);
  }
  return captions.length > 1 ? null : toGalleries(figures, captions[0]?.children ?? []);
}

/** An image, or the link around one. */
const isImageOrCaption = ({ tag, children }: HtmlElement) =>
  tag === 'img' ||
  tag === 'figcaption' ||
  (tag === 'a' && children.some((child) => typeof child === 'object' && child.tag === 'img'));

/** Whether a caption belongs to one image rather than to the gallery. */
const isInItem = (gallery: HtmlElement, caption: HtmlElement) =>
  !gallery.children.includes(caption) && !hasClass(caption, 'blocks-gallery-caption');

/**
 * Splits the figures into galleries of at most `MAX_GALLERY` images. A single figure stays a figure. The last
 * gallery has the caption.
 */
function toGalleries(figures: readonly HtmlElement[], caption: readonly HtmlNode[]): HtmlElement[] {
  const count = Math.ceil(figures.length / MAX_GALLERY);
  const size = Math.ceil(figures.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => {
    const some = figures.slice(index * size, (index + 1) * size);
    const isLast = index === count - 1 && !isBlankNode(keepAllowed([...caption]));
    const [only] = some;
    if (some.length === 1 && only && !(isLast && only.children.length > 1))
      return element('figure', [...only.children, ...(isLast ? [element('figcaption', [...caption])] : [])]);
    return element('figure', [...some, ...(isLast ? [element('figcaption', [...caption])] : [])], {
      class: GALLERY,
    });
  });
}

/** Ghost draws controls around the player, which do not count. The title of an audio file becomes its caption. */
function fromPlayer(node: HtmlElement, holdsOnly: HoldsOnly): HtmlElement[] | null {
  const [player, ...more] = listAll(node, ({ tag }) => isPlayer(tag));
  const [caption] = listAll(node, ({ tag }) => tag === 'figcaption');
  const [title] = listAll(node, (one) => hasClass(one, 'kg-audio-title'));
  const image = listAll(node, ({ tag, attributes }) => tag === 'img' && Boolean(attributes.src));
  if (!player || more.length > 0) return null;
  const content = withoutControls(node);
  const parts = [caption, title].filter((part) => part !== undefined);
  if (!holdsOnly(content, [element('div', [...parts, ...image])])) return null;
  const text = [title, caption].flatMap((part) =>
    part && !isBlankNode(part.children) ? [part.children] : [],
  );
  const words = text.flatMap((nodes, index) => (index > 0 ? [' ', ...nodes] : nodes));
  const plain = element(player.tag, [], player.attributes);
  return [
    ...image.map((one) => element('figure', [one])),
    element('figure', [plain, ...(text.length > 0 ? [element('figcaption', words)] : [])]),
  ];
}

const CONTROLS = ['kg-video-overlay', 'kg-video-player-container', 'kg-audio-player', 'kg-audio-thumbnail'];

function withoutControls(node: HtmlElement): HtmlElement {
  const children = node.children.flatMap((child): HtmlNode[] => {
    if (typeof child === 'string') return [child];
    if (isPlayer(child.tag)) return [];
    return CONTROLS.some((name) => hasClass(child, name)) && child.tag !== 'img'
      ? []
      : [withoutControls(child)];
  });
  return { ...node, children };
}

/** The outermost elements that match, in text order. */
function listAll(within: HtmlElement, matches: (one: HtmlElement) => boolean): HtmlElement[] {
  return within.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return matches(child) ? [child] : listAll(child, matches);
  });
}
