// The blocks that the menu offers.
import type Quill from 'quill';
import { CALLOUTS } from '~/lib/html/article-blocks';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { writeHtml } from '~/lib/html/html-tree';
import { STARTS } from './block-keys';
import { NO_LINK, toHref } from './edit-links';
import { formatLines, insertAtomic, insertButton, insertTable } from './insert-block';
import type { Question } from './rich-dialog';

/** What a block needs of the editor. */
export interface BlockHost {
  quill: Quill;
  ask(question: Question): void;
  /** Opens the file picker; undefined if images cannot be uploaded. */
  pickImage: (() => void) | undefined;
}

export interface BlockKind {
  id: string;
  group: 'Text' | 'Callouts' | 'Structure' | 'Media';
  name: string;
  /** What to type instead, as shown in the menu. */
  shortcut?: string;
  /** Other words to find it by. */
  words?: string;
  insert(host: BlockHost): void;
}

const format =
  (formats?: Record<string, unknown>) =>
  ({ quill }: BlockHost) =>
    formatLines(quill, formats);

/** A block that can also be typed as one of `STARTS`. */
const start = (shortcut: string) => ({ shortcut, insert: format(STARTS[shortcut]) });

const KINDS: BlockKind[] = [
  { id: 'text', group: 'Text', name: 'Paragraph', words: 'text plain', insert: format() },
  { id: 'h2', group: 'Text', name: 'Heading 2', words: 'title', ...start('##') },
  { id: 'h3', group: 'Text', name: 'Heading 3', words: 'title', ...start('###') },
  {
    id: 'ul',
    group: 'Text',
    name: 'Bullet list',
    shortcut: '-',
    words: 'unordered',
    insert: format({ list: 'bullet' }),
  },
  {
    id: 'ol',
    group: 'Text',
    name: 'Numbered list',
    shortcut: '1.',
    words: 'ordered',
    insert: format({ list: 'ordered' }),
  },
  { id: 'quote', group: 'Text', name: 'Quotation', words: 'blockquote', ...start('>') },
  { id: 'pull', group: 'Text', name: 'Pull quote', words: 'highlight', ...start('>>') },
  { id: 'code', group: 'Text', name: 'Code block', words: 'pre', ...start('```') },
  ...Object.entries(CALLOUTS).map(
    ([kind, name]): BlockKind => ({
      id: kind,
      group: 'Callouts',
      name,
      words: 'callout box info alert',
      ...start(`[!${kind}]`),
    }),
  ),
  {
    id: 'table',
    group: 'Structure',
    name: 'Table',
    shortcut: '| A | B |',
    words: 'rows columns grid',
    insert: ({ quill }) => insertTable(quill, ['', '', '']),
  },
  {
    id: 'question',
    group: 'Structure',
    name: 'Question and answer',
    words: 'faq details toggle collapse accordion',
    ...start('?'),
  },
  {
    id: 'divider',
    group: 'Structure',
    name: 'Divider',
    shortcut: '---',
    words: 'line rule separator hr',
    insert: ({ quill }) => insertAtomic(quill, '<hr />'),
  },
  {
    id: 'button',
    group: 'Structure',
    name: 'Button',
    words: 'link cta',
    insert: ({ quill, ask }) => ask(askForButton(quill)),
  },
  {
    id: 'image',
    group: 'Media',
    name: 'Image',
    words: 'photo upload',
    insert: ({ pickImage }) => pickImage?.(),
  },
  {
    id: 'embed',
    group: 'Media',
    name: 'Video or post',
    words: 'embed youtube vimeo linkedin x twitter',
    insert: ({ quill, ask }) => ask(askForEmbed(quill)),
  },
];

/** The blocks whose name, words or shortcut contain every word of `text`; all blocks for ''. */
export function findBlocks(text: string, canUpload: boolean): BlockKind[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return KINDS.filter(({ id, group, name, words = '', shortcut = '' }) => {
    if (id === 'image' && !canUpload) return false;
    const said = `${name} ${group} ${words} ${shortcut}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

function askForButton(quill: Quill): Question {
  return {
    title: 'Add button',
    fields: [
      { label: 'Button text', hint: 'For example: Download the checklist', value: '' },
      { label: 'Link address', hint: 'A URL, or a page of this site.', value: '' },
    ],
    answer([text = '', address = '']) {
      const href = toHref(address);
      if (!text) return { field: 0, message: 'Enter the text of the button.' };
      if (!href) return { field: 1, message: NO_LINK };
      insertButton(quill, text, href);
      return null;
    },
  };
}

const NO_EMBED = 'Enter the URL of a video on YouTube or Vimeo, or a post on X or LinkedIn.';

function askForEmbed(quill: Quill): Question {
  return {
    title: 'Add video or post',
    fields: [{ label: 'URL', hint: 'A video on YouTube or Vimeo, or a post on X or LinkedIn.', value: '' }],
    answer([address = '']) {
      const embed = findEmbed(address);
      if (!embed) return { field: 0, message: NO_EMBED };
      insertAtomic(quill, writeHtml([toFigure(embed)]));
      return null;
    },
  };
}
