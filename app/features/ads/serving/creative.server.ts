// Renders an ad's stored HTML for a slot. Stored HTML is sanitized, so its tags have one spelling.
import { withoutExternalImages } from '~/features/media/embedded/external-images';

/**
 * If the ad has a link, the whole creative is a link, so links inside it are unwrapped (HTML forbids nested
 * links). Otherwise its links open in a new tab. The result is never stored.
 */
export function toCreative(html: string | null, linkUrl: string | null): string | null {
  if (!html) return null;
  const shown = withoutExternalImages(html);
  if (linkUrl) return shown.replace(/<\/?a(?:\s[^>]*)?>/g, '');
  return shown
    .replace(/<a((?:\s[^>]*?)?)(?: rel="[^"]*")?>/g, '<a$1>')
    .replace(/<a(?=[\s>])/g, '<a target="_blank" rel="noopener noreferrer sponsored"');
}
