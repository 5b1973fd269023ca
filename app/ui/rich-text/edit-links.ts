// The editor's dialogs for links and alternative text, and what they change.
import type { Op } from 'quill';
import Quill from 'quill';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { type HtmlElement, type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { formatsAt } from './blocks/insert-block';
import { readHtml } from './html/dom-tree';
import type { Question } from './rich-dialog';
import { toHref } from './to-href';

const { USER, SILENT } = Quill.sources;

/** The range of the link at the cursor, or the selection when there is none. */
function rangeOfLink(quill: Quill): { index: number; length: number; href: string } {
  const { index, length } = quill.getSelection(true);
  const href = quill.getFormat(index, length).link;
  if (typeof href !== 'string' || length > 0)
    return { index, length, href: typeof href === 'string' ? href : '' };
  const has = (at: number) => at >= 0 && quill.getFormat(at, 1).link === href;
  let start = index;
  let end = index;
  while (has(start - 1)) start -= 1;
  while (end < quill.getLength() && has(end)) end += 1;
  return { index: start, length: end - start, href };
}

export const NO_LINK = 'Enter an http, https, mailto or tel link, or a page of this site.';

export function askForLink(quill: Quill): Question {
  const { index, length, href } = rangeOfLink(quill);
  return {
    title: href ? 'Edit link' : 'Add link',
    fields: [
      {
        label: 'Link address',
        hint: 'Enter a URL, a page of this site, or a mailto: or tel: link. On an empty line, videos and posts are embedded.',
        value: href,
      },
    ],
    answer([text = '']) {
      const address = toHref(text);
      if (!address) return { field: 0, message: NO_LINK };
      const embed = findEmbed(address);
      const [line] = quill.getLine(index);
      const isEmpty = line && line.length() <= 1 && !formatsAt(quill, index).table;
      if (embed && length === 0 && isEmpty) {
        quill.insertEmbed(index, 'atomic', writeHtml([toFigure(embed)]), USER);
        quill.setSelection(index + 1, 0, SILENT);
      } else if (length > 0) quill.formatText(index, length, 'link', address, USER);
      else {
        quill.insertText(index, text, 'link', address, USER);
        quill.setSelection(index + text.length, 0, SILENT);
      }
      return null;
    },
    other: href
      ? { label: 'Remove link', act: () => void quill.formatText(index, length, 'link', false, USER) }
      : undefined,
  };
}

export const ALT_TEXT = {
  label: 'Alternative text',
  hint: 'Alt text, read aloud by screen readers. Leave blank if the image is decorative.',
};

/** The dialog for an image's alternative text, in the text or within an atomic block. @param toFigure adds a caption to it */
export function askForAltText(
  quill: Quill,
  image: HTMLImageElement,
  toFigure: (image: HTMLImageElement) => void,
): Question | null {
  const block = image.closest<HTMLElement>('.rich-block');
  const blot = Quill.find(block ?? image);
  if (!blot || blot instanceof Quill) return null;
  const opened = quill.getIndex(blot);
  const position = [...(block?.querySelectorAll('.rich-block__view img') ?? [])].indexOf(image);
  /** A save that copies images replaces their elements. */
  const indexNow = () => ((block ?? image).isConnected ? quill.getIndex(blot) : opened);
  const change = (alt: string) => {
    const index = indexNow();
    if (!block) return void quill.formatText(index, 1, 'alt', alt, USER);
    const node = quill.getLine(index)[0]?.domNode;
    if (!(node instanceof HTMLElement)) return;
    const atomic = withAlt(node.dataset.html ?? '', position, alt);
    quill.updateContents(
      [...(index > 0 ? [{ retain: index }] : []), { delete: 1 }, { insert: { atomic } }],
      USER,
    );
  };
  const addCaption = () => {
    const node = quill.getLeaf(indexNow() + 1)[0]?.domNode;
    if (node instanceof HTMLImageElement) toFigure(node);
  };
  return {
    title: 'Describe image',
    fields: [{ ...ALT_TEXT, value: image.alt }],
    answer([alt = '']) {
      change(alt);
      return null;
    },
    other: isInParagraph(quill, image) ? { label: 'Add Caption', act: addCaption } : undefined,
  };
}

/** Whether the image is in a plain paragraph, which a figure may divide. */
function isInParagraph(quill: Quill, image: HTMLImageElement): boolean {
  const blot = Quill.find(image);
  if (!blot || blot instanceof Quill || image.closest('.rich-block')) return false;
  return Object.keys(formatsAt(quill, quill.getIndex(blot))).every((name) => name === 'align');
}

function withAlt(html: string, position: number, alt: string): string {
  const nodes = readHtml(html);
  const image = findImages(nodes)[position];
  if (image) image.attributes.alt = alt;
  return writeHtml(nodes);
}

function findImages(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return node.tag === 'img' ? [node] : findImages(node.children);
  });
}

/** The image next to the cursor or in the selection. */
export function findImage(quill: Quill): HTMLImageElement | null {
  const { index, length } = quill.getSelection(true);
  for (let at = index; at <= index + length + 1; at += 1) {
    const node = quill.getLeaf(at)[0]?.domNode;
    if (node instanceof HTMLImageElement) return node;
    const inside = node instanceof HTMLElement ? node.querySelector('img') : null;
    if (inside) return inside;
  }
  return null;
}

/** Moves a block past its neighbor or removes it, and keeps the focus on it. */
export function actOnBlock(quill: Quill, node: HTMLElement, action: string): void {
  const blot = Quill.find(node);
  if (!blot || blot instanceof Quill) return;
  const index = quill.getIndex(blot);
  const atomic = { insert: { atomic: node.dataset.html ?? '' } };
  const apply = (ops: Op[]) =>
    quill.updateContents(
      ops.filter(({ retain }) => retain !== 0),
      USER,
    );
  let to = index;
  if (action === 'remove') apply([{ retain: index }, { delete: 1 }]);
  else if (action === 'up' && blot.prev) {
    to = quill.getIndex(blot.prev);
    apply([{ retain: to }, atomic, { retain: index - to }, { delete: 1 }]);
  } else if (action === 'down' && blot.next) {
    const over = blot.next.length();
    to = index + over;
    apply([{ retain: index }, { delete: 1 }, { retain: over }, atomic]);
  }
  if (action === 'remove') {
    quill.setSelection(Math.max(0, index - 1), 0, SILENT);
    return;
  }
  const moved = quill.getLeaf(to + 1)[0]?.domNode ?? quill.getLeaf(to)[0]?.domNode;
  if (moved instanceof HTMLElement)
    moved.querySelector<HTMLElement>(`[data-block-action="${action}"]`)?.focus();
}
