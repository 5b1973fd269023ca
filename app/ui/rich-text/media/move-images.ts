// Replaces image URLs in the editor without an undo step.
import Quill, { type Op } from 'quill';
import { opsIn, type RichOp } from '../html/rich-op';
import { imagesIn, type MovedImages } from './moved-images';

export function moveImages(quill: Quill, moved: MovedImages): void {
  const changes = opsIn(quill).flatMap((op): Op[] => {
    const { insert, attributes } = op;
    if (typeof insert === 'string') return [{ retain: insert.length }];
    const after = moveIn(insert, moved);
    return after ? [{ insert: after, ...(attributes && { attributes }) }, { delete: 1 }] : [{ retain: 1 }];
  });
  if (changes.some((change) => 'delete' in change)) quill.updateContents(changes, Quill.sources.API);
}

/** Null when the HTML contains none of the images. */
function moveIn(embed: RichOp['insert'], moved: MovedImages): Record<string, string> | null {
  if (typeof embed !== 'object') return null;
  if ('image' in embed) {
    const image = moved.get(embed.image);
    return image ? { image } : null;
  }
  if (!('atomic' in embed)) return null;
  const block = new DOMParser().parseFromString(embed.atomic, 'text/html');
  let isMoved = false;
  for (const { node, name, src } of imagesIn(block.body)) {
    const url = moved.get(src);
    if (!url) continue;
    node.setAttribute(name, url);
    isMoved = true;
  }
  return isMoved ? { atomic: block.body.innerHTML } : null;
}
