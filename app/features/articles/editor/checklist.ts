// Checks shown to editors before publishing. They never block a save, except for alt text that the settings require.
import { listExternalImages } from '~/features/media/embedded/external-images';
import { listUndescribed, nameImages } from '../publishing/alt-text';

/** Search results truncate longer titles. */
const SEARCH_TITLE = 60;

interface Checked {
  title: string;
  summary: string;
  /** HTML. */
  content: string;
  imageUrl: string;
  imageAlt: string;
}

/** One sentence per problem. */
export function listWarnings(
  { title, summary, content, imageUrl, imageAlt }: Checked,
  requiresAltText = false,
): string[] {
  const warnings: string[] = [];
  if (title.trim().length > SEARCH_TITLE)
    warnings.push(`The title is longer than the ${SEARCH_TITLE} characters that search results show.`);
  if (!summary.trim()) warnings.push('There is no summary. It will be generated from the first sentences.');
  if (imageUrl.trim() && !imageAlt.trim()) warnings.push('The featured image has no description.');
  const undescribed = listUndescribed(content);
  const many = undescribed.length;
  if (many > 0) {
    const which = many === 1 ? 'An image in the text has' : `${many} images in the text have`;
    warnings.push(
      requiresAltText
        ? `${which} no alt text, which is required to publish: ${nameImages(undescribed)}.`
        : `${which} no description.`,
    );
  }
  const external = listExternalImages(content);
  if (external.length > 0) {
    const which = external.length === 1 ? 'An image is' : `${external.length} images are`;
    warnings.push(
      `${which} on another site (${external[0]}). Saving downloads ${external.length === 1 ? 'it' : 'them'}; until then readers see a placeholder.`,
    );
  }
  if (skipsHeading(content)) warnings.push('A heading skips a level, such as from 2 to 4.');
  if (hasEmptyLink(content)) warnings.push('A link has no target or no text.');
  return warnings;
}

// The input is untrusted, so no pattern here reads past the next `<`. This keeps matching time linear.

/** The title is the h1, so the text may start with an h2. */
function skipsHeading(html: string): boolean {
  let before = 1;
  for (const [, digit] of html.matchAll(/<h([1-6])(?=[\s>])/gi)) {
    const level = Number(digit);
    if (level > before + 1) return true;
    before = level;
  }
  return false;
}

function hasEmptyLink(html: string): boolean {
  const links = html.matchAll(/<a(?=[\s>])([^<>]*)>((?:(?!<a[\s>])[\s\S])*?)<\/a>/gi);
  for (const [, attributes = '', inside = ''] of links) {
    const hasTarget = /\shref="(?!#?")[^"]+"/i.test(attributes);
    const hasContent = /\S/.test(inside.replace(/<(?!img)[^<>]*>|&nbsp;/gi, ''));
    if (!hasTarget || !hasContent) return true;
  }
  return false;
}
