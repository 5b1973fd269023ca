// What the dialog for figures, galleries, videos and audio edits: a new block, a block, or an image that becomes a figure.
import Quill, { type Op } from 'quill';
import { cleanAttributes } from '~/lib/html/clean-rules';
import { element, type HtmlElement, writeHtml } from '~/lib/html/html-tree';
import { insertAtomic } from '../blocks/insert-block';
import { readHtml } from '../html/dom-tree';
import { type MediaBlock, type MediaKind, newMedia, readMedia, toItem } from './media-block';

export type MediaTarget = { kind: MediaKind } | { block: HTMLElement } | { image: HTMLImageElement };

interface MediaTask {
  isNew: boolean;
  block: MediaBlock;
  /** One step for Undo. */
  apply(figure: HtmlElement): void;
}

export function toMediaTask(quill: Quill, target: MediaTarget): MediaTask {
  if ('kind' in target) {
    const apply = (figure: HtmlElement) => insertAtomic(quill, writeHtml([figure]));
    return { isNew: true, block: newMedia(target.kind), apply };
  }
  const node = 'block' in target ? target.block : target.image;
  const blot = Quill.find(node);
  if (!blot || blot instanceof Quill) throw new TypeError('The block is not in the editor');
  const index = quill.getIndex(blot);
  /** An upload or save may have replaced the element. */
  const indexNow = () => (node.isConnected ? quill.getIndex(blot) : index);
  if ('block' in target) {
    const block = readMedia(readHtml(target.block.dataset.html ?? ''));
    if (!block) throw new TypeError('The block cannot be edited');
    return { isNew: false, block, apply: (figure) => replace(quill, indexNow(), figure) };
  }
  const apply = (figure: HtmlElement) => {
    const at = indexNow();
    const [, offset] = quill.getLine(at);
    replace(quill, at, figure, offset > 0);
  };
  return { isNew: true, block: newMedia('figure', [readImage(target.image)]), apply };
}

/** An image of the text, with its link. */
function readImage(image: HTMLImageElement) {
  const names = ['src', 'alt', 'width', 'height'];
  const given = names.flatMap((name): [string, string][] => {
    const value = image.getAttribute(name);
    return value === null ? [] : [[name, value]];
  });
  const href = image.closest('a')?.getAttribute('href');
  const item = toItem(cleanAttributes(element('img', [], Object.fromEntries(given))));
  return { ...item, link: href ? cleanAttributes(element('a', [], { href })) : null };
}

/** Replaces the block or image at `index` and moves the focus to the new block. @param endsLine whether text precedes it */
function replace(quill: Quill, index: number, figure: HtmlElement, endsLine = false): void {
  const ops: Op[] = [
    { retain: index },
    ...(endsLine ? [{ insert: '\n' }] : []),
    { insert: { atomic: writeHtml([figure]) } },
    { delete: 1 },
  ];
  quill.updateContents(
    ops.filter(({ retain }) => retain !== 0),
    Quill.sources.USER,
  );
  const node = quill.getLine(endsLine ? index + 1 : index)[0]?.domNode;
  if (node instanceof HTMLElement) node.focus();
}
