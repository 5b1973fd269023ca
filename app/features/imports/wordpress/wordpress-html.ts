// The text of a post of WordPress as HTML that any page can show; not clean yet.
import { addParagraphs } from './paragraphs';
import { type Attachments, toEmbed, unfoldShortcodes } from './shortcodes';

export interface WordpressHtml {
  html: string;
  /** What was taken off. */
  notes: string[];
}

const BLOCK_COMMENT = /<!--\s*\/?wp:[\s\S]*?-->/g;
/** The address alone in an embed's frame; comments and spaces are around it. */
const EMBED_FRAME = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/gi;
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm;
const FORMS = /<form\b[\s\S]*?<\/form>/gi;

export function readWordpressHtml(content: string, attachments: Attachments): WordpressHtml {
  const notes: string[] = [];
  const isOfBlocks = /<!--\s*wp:/.test(content);
  if (/<!--\s*wp:block\s/.test(content))
    notes.push('A reusable block is not in the export and was left out.');
  let html = content
    .replace(/<!--\s*more\b[\s\S]*?-->|<!--\s*nextpage\s*-->|<!--\s*noteaser\s*-->/g, '\n\n')
    .replace(BLOCK_COMMENT, '\n\n')
    // The frame's figure would not be known for what it is.
    .replace(/<figure\b[^>]*wp-block-embed[^>]*>\s*/gi, '')
    .replace(EMBED_FRAME, (_, address: string) => toEmbed(address));
  if (FORMS.test(html)) {
    html = html.replace(FORMS, '');
    notes.push('A form was left out.');
  }
  const unfolded = unfoldShortcodes(html, attachments);
  html = unfolded.html;
  for (const name of unfolded.unknown)
    notes.push(`The shortcode [${name}] was left out; what stood in it was kept.`);
  html = html.replace(LONE_ADDRESS, (_, address: string) => toEmbed(address));
  const isClassic = !isOfBlocks && !/<p[\s>]/i.test(html);
  return { html: isClassic ? addParagraphs(html) : html, notes };
}
