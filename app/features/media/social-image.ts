// The image of a page on social networks. In a file of its own, because no script of a public page needs it.
import { readFocus, socialFocus } from '~/lib/focal-point';
import { withoutCopy } from './image-source';
import { MEDIA_PREFIX } from './image-variants';

/** For pages without a stored image. */
export const DEFAULT_SOCIAL_IMAGE = '/og-default.jpg';

/** The 1200x630 JPEG for social networks, cropped around the image's focal point; site-relative. */
export function socialImage(image: string): string {
  if (!image.startsWith(MEDIA_PREFIX)) return DEFAULT_SOCIAL_IMAGE;
  const focus = socialFocus(readFocus(image));
  return `${withoutCopy(image)}?v=og${focus ? `&at=${focus.x},${focus.y}` : ''}`;
}
