// Converts the content of a WordPress post to plain HTML, not cleaned yet.
import { addParagraphs } from './paragraphs';
import { type Attachments, expandShortcodes, toEmbed } from './shortcodes';
import { replaceSpans } from './spans';

export interface WordpressHtml {
  html: string;
  /** What was removed. */
  notes: string[];
}

/** Block markers and "Read more" comments. */
const COMMENT = /<!--\s*(?:\/?wp:|more\b)/g;
const PAGE_BREAK = /<!--\s*(?:nextpage|noteaser)\s*-->/g;
const FIGURE = /<figure\b[^<>]*>\s*/gi;
/** The URL in an embed's wrapper; comments and spaces surround it. */
const EMBED_FRAME = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/gi;
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm;
const FORM = /<form\b/gi;

export function readWordpressHtml(content: string, attachments: Attachments): WordpressHtml {
  const notes: string[] = [];
  const isOfBlocks = /<!--\s*wp:/.test(content);
  if (/<!--\s*wp:block\s/.test(content)) notes.push('A reusable block is not in the export and was skipped.');
  let html = replaceSpans(
    content,
    COMMENT,
    () => '-->',
    () => '\n\n',
  )
    .replace(PAGE_BREAK, '\n\n')
    // Remove the figure around an embed: `toEmbed` writes its own.
    .replace(FIGURE, (tag) => (tag.includes('wp-block-embed') ? '' : tag))
    .replace(EMBED_FRAME, (_, address: string) => toEmbed(address));
  const withoutForms = replaceSpans(
    html,
    FORM,
    () => '</form>',
    () => '',
  );
  if (withoutForms !== html) notes.push('A form was removed.');
  html = withoutForms;
  const expanded = expandShortcodes(html, attachments);
  html = expanded.html;
  for (const name of expanded.unknown)
    notes.push(`The shortcode [${name}] was removed; its content was kept.`);
  html = html.replace(LONE_ADDRESS, (_, address: string) => toEmbed(address));
  const isClassic = !isOfBlocks && !/<p[\s>]/i.test(html);
  return { html: isClassic ? addParagraphs(html) : html, notes };
}
