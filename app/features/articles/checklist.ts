// What a careful editor looks at before publishing. Warnings: none of them stops a save.
import { listForeignPictures } from '~/features/media/foreign-pictures';

/** Search results cut longer titles. */
const SEARCH_TITLE = 60;

interface Checked {
  title: string;
  summary: string;
  /** HTML. */
  content: string;
  imageUrl: string;
  imageAlt: string;
}

/** A sentence for each thing to look at; none when all is well. */
export function listWarnings({ title, summary, content, imageUrl, imageAlt }: Checked): string[] {
  const warnings: string[] = [];
  if (title.trim().length > SEARCH_TITLE)
    warnings.push(`The title is longer than the ${SEARCH_TITLE} characters that search results show.`);
  if (!summary.trim()) warnings.push('There is no summary; it will be made of the first sentences.');
  if (imageUrl.trim() && !imageAlt.trim()) warnings.push('The featured image has no description.');
  const silent = tagsOf(content, 'img').filter((tag) => !/\salt="[^"]*\S[^"]*"/.test(tag)).length;
  if (silent > 0)
    warnings.push(`${silent === 1 ? 'A picture' : `${silent} pictures`} in the text without a description.`);
  const foreign = listForeignPictures(content);
  if (foreign.length > 0) {
    const which = foreign.length === 1 ? 'A picture is' : `${foreign.length} pictures are`;
    warnings.push(
      `${which} on another site (${foreign[0]}): saving fetches ${foreign.length === 1 ? 'it' : 'them'}, and readers see a placeholder until that works.`,
    );
  }
  if (skipsHeading(content)) warnings.push('A heading skips a level, such as from 2 to 4.');
  if (hasEmptyLink(content)) warnings.push('A link leads nowhere, or has no words.');
  return warnings;
}

// What is typed may be anything: no pattern here reads on from one `<` past the next.
function tagsOf(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}(?=[\\s/>])[^<>]*>`, 'gi')) ?? [];
}

/** The title is the page's first level, so the text may start with a second. */
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
    const leads = /\shref="(?!#?")[^"]+"/i.test(attributes);
    const hasWords = /\S/.test(inside.replace(/<(?!img)[^<>]*>|&nbsp;/gi, ''));
    if (!leads || !hasWords) return true;
  }
  return false;
}
