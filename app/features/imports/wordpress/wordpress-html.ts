// The text of a post of WordPress as HTML that any page can show; not clean yet.
import { addParagraphs } from './paragraphs';
import { type Attachments, toEmbed, unfoldShortcodes } from './shortcodes';
import { replaceSpans } from './spans';

export interface WordpressHtml {
  html: string;
  /** What was taken off. */
  notes: string[];
}

/** Of a block's beginning and end, and "Read more". */
const COMMENT = /<!--\s*(?:\/?wp:|more\b)/g;
const PAGE_BREAK = /<!--\s*(?:nextpage|noteaser)\s*-->/g;
const FIGURE = /<figure\b[^<>]*>\s*/gi;
/** The address alone in an embed's frame; comments and spaces are around it. */
const EMBED_FRAME = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/gi;
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm;
const FORM = /<form\b/gi;

export function readWordpressHtml(content: string, attachments: Attachments): WordpressHtml {
  const notes: string[] = [];
  const isOfBlocks = /<!--\s*wp:/.test(content);
  if (/<!--\s*wp:block\s/.test(content))
    notes.push('A reusable block is not in the export and was left out.');
  let html = replaceSpans(
    content,
    COMMENT,
    () => '-->',
    () => '\n\n',
  )
    .replace(PAGE_BREAK, '\n\n')
    // The frame's figure would not be known for what it is.
    .replace(FIGURE, (tag) => (tag.includes('wp-block-embed') ? '' : tag))
    .replace(EMBED_FRAME, (_, address: string) => toEmbed(address));
  const withoutForms = replaceSpans(
    html,
    FORM,
    () => '</form>',
    () => '',
  );
  if (withoutForms !== html) notes.push('A form was left out.');
  html = withoutForms;
  const unfolded = unfoldShortcodes(html, attachments);
  html = unfolded.html;
  for (const name of unfolded.unknown)
    notes.push(`The shortcode [${name}] was left out; what stood in it was kept.`);
  html = html.replace(LONE_ADDRESS, (_, address: string) => toEmbed(address));
  const isClassic = !isOfBlocks && !/<p[\s>]/i.test(html);
  return { html: isClassic ? addParagraphs(html) : html, notes };
}
