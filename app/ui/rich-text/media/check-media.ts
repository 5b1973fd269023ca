// Checks the input in the dialog for figures, galleries, videos and audio.
import { MAX_GALLERY } from '~/lib/html/article-blocks';
import { cleanAttributes } from '~/lib/html/clean-rules';
import { element } from '~/lib/html/html-tree';
import type { CaptionedMedia, MediaBlock } from './media-block';

export interface MediaRefusal {
  /** The name of a field; '' for none. */
  field: string;
  message: string;
}

const NO_IMAGE = 'Enter the URL of an image, or upload one.';
const NO_POSTER = 'Enter the URL of an image, or leave blank.';
const NO_FILE = {
  video:
    'Enter the https URL of a video file, such as https://example.com/talk.mp4, or a video on YouTube or Vimeo.',
  audio: 'Enter the https URL of an audio file, such as https://example.com/talk.mp3.',
};
export const GALLERY_SIZE = `A gallery has 2 to ${MAX_GALLERY} images.`;

/** The block with valid attributes, or the error in one of its fields. */
export function checkMedia(block: MediaBlock): MediaBlock | MediaRefusal {
  const { kind, items } = block;
  const tag = kind === 'video' || kind === 'audio' ? kind : 'img';
  const checked = items.map((item): CaptionedMedia => {
    const { poster, ...others } = item.attributes;
    const given = poster ? item.attributes : others;
    return { ...item, attributes: cleanAttributes(element(tag, [], given)) };
  });
  if (kind === 'gallery' && (items.length < 2 || items.length > MAX_GALLERY))
    return { field: 'add', message: GALLERY_SIZE };
  const empty = checked.findIndex(({ attributes }) => !attributes.src);
  if (empty >= 0 && kind === 'gallery') return { field: '', message: `Image ${empty + 1}: ${NO_IMAGE}` };
  if (empty >= 0) return { field: 'src', message: tag === 'img' ? NO_IMAGE : NO_FILE[tag] };
  if (items[0]?.attributes.poster && !checked[0]?.attributes.poster)
    return { field: 'poster', message: NO_POSTER };
  return { ...block, items: checked };
}
