// An ad's stored HTML as a slot shows it. Stored HTML is clean, so its tags have one spelling.
import { withoutForeignPictures } from '~/features/media/foreign-pictures';

/**
 * The whole creative is a link where the ad has one, and a link inside a link is no HTML: its own go then, their words
 * stay. Without an ad's link its own lead to a new tab. What is shown is never stored.
 */
export function toCreative(html: string | null, linkUrl: string | null): string | null {
  if (!html) return null;
  const shown = withoutForeignPictures(html);
  if (linkUrl) return shown.replace(/<\/?a(?:\s[^>]*)?>/g, '');
  return shown
    .replace(/<a((?:\s[^>]*?)?)(?: rel="[^"]*")?>/g, '<a$1>')
    .replace(/<a(?=[\s>])/g, '<a target="_blank" rel="noopener noreferrer sponsored"');
}
