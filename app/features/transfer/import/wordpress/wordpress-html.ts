// Converts the content of a WordPress post to plain HTML, not cleaned yet.
import { z } from 'zod';
import { escapeHtml } from '~/lib/html/escape';
import { addNotes } from '../import-report';
import { addParagraphs } from './paragraphs';
import { type Attached, expandShortcodes, toEmbed } from './shortcodes';
import { changeAround, replaceSpans } from './spans';

export interface WordpressHtml {
  html: string;
  /** What was removed. */
  notes: string[];
}

/** Block markers and "Read more" comments. */
const COMMENT = /<!--\s*(?:\/?wp:|more\b)/g;
/** The marker of a block without content of its own. */
const LONE_BLOCK = /^<!--\s*wp:([\w/-]+)\s+([\s\S]*)\/-->$/;
const PAGE_BREAK = /<!--\s*(?:nextpage|noteaser)\s*-->/g;
const FIGURE = /<figure\b[^<>]*>\s*/gi;
/** The URL in an embed's wrapper; comments and spaces surround it. */
const EMBED_FRAME = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/gi;
/** Elements whose text is shown as written: no shortcode, no embed. */
const CODE = /<(pre|code|script|style|textarea)\b/gi;
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm;

/** The post's meta value `footnotes`. */
const Footnotes = z.array(z.object({ content: z.string(), id: z.string().default('') }));
const BlockLink = z.looseObject({
  url: z.string().min(1),
  label: z.string().optional(),
  service: z.string().optional(),
});

/** @param footnotes the JSON of the footnotes, which WordPress stores outside the content */
export function readWordpressHtml(content: string, attached: Attached, footnotes = ''): WordpressHtml {
  const notes: string[] = [];
  const isOfBlocks = /<!--\s*wp:/.test(content);
  let ownNotes = toFootnotes(footnotes, notes);
  const readBlock = (name: string, settings: string) => {
    if (name !== 'footnotes') return toBlockText(name, settings, notes);
    const list = ownNotes;
    ownNotes = '';
    return list;
  };
  let html = replaceSpans(
    content,
    COMMENT,
    () => '-->',
    (span) => {
      const [, name, settings = ''] = LONE_BLOCK.exec(span) ?? [];
      return `\n\n${name ? readBlock(name, settings.trim()) : ''}\n\n`;
    },
  )
    .replace(PAGE_BREAK, '\n\n')
    // Remove the figure around an embed: `toEmbed` writes its own.
    .replace(FIGURE, (tag) => (tag.includes('wp-block-embed') ? '' : tag))
    .replace(EMBED_FRAME, (_, address: string) => toEmbed(address));
  if (/<!--\s*nextpage\s*-->/.test(content)) notes.push('Its pages were joined into one text.');
  html = changeAround(html, CODE, (text) => {
    const expanded = expandShortcodes(text, attached);
    addNotes(notes, expanded.notes);
    addNotes(
      notes,
      expanded.unknown.map((shortcode) => `The shortcode ${shortcode} was removed; its content was kept.`),
    );
    return expanded.html;
  });
  // Separately, because shortcodes write code, too.
  html = changeAround(html, CODE, (text) =>
    text.replace(LONE_ADDRESS, (_, address: string) => toEmbed(address)),
  );
  return { html: (isOfBlocks ? html : addParagraphs(html)) + ownNotes, notes };
}

/** A block that WordPress fills when it shows the page: a link if it is one, otherwise a note. */
function toBlockText(name: string, settings: string, notes: string[]): string {
  const link = BlockLink.safeParse(parseJson(settings)).data;
  if (link) {
    const { url, label, service, ...others } = link;
    if (Object.keys(others).length > 0)
      notes.push(`The block “${name}” became a link. Its settings: ${settings}`);
    return `<p><a href="${escapeHtml(url)}">${escapeHtml(label ?? service ?? url)}</a></p>`;
  }
  const given = settings ? ` Its settings: ${settings}` : '';
  notes.push(
    name === 'block'
      ? `A reusable block was skipped, because exports store it separately from posts.${given}`
      : `The block “${name}” was removed, because WordPress creates its content.${given}`,
  );
  return '';
}

function toFootnotes(written: string, notes: string[]): string {
  if (!written) return '';
  const footnotes = Footnotes.safeParse(parseJson(written)).data;
  if (footnotes)
    return footnotes.length > 0
      ? `<ol class="footnotes">${footnotes.map(({ content, id }) => `<li id="${escapeHtml(id)}">${content}</li>`).join('')}</ol>`
      : '';
  notes.push(`Its footnotes could not be read: ${written}`);
  return '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
