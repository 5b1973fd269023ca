// The blocks that the menu offers.
import type Quill from 'quill';
import { isDynamicKind, toSignUpFigure } from '~/lib/html/dynamic-blocks';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { writeHtml } from '~/lib/html/html-tree';
import { NO_LINK } from '../edit-links';
import type { MediaTarget } from '../media/media-target';
import type { Question } from '../rich-dialog';
import { toHref } from '../to-href';
import { STARTS } from './block-keys';
import { BLOCKS, type BlockName } from './block-names';
import { askForFootnote } from './edit-footnote';
import { formatLines, insertAtomic, insertButton, insertTable } from './insert-block';
import type { TargetKind } from './target-dialog';

/** The parts of the editor that a block needs. */
export interface BlockHost {
  quill: Quill;
  ask(question: Question | null): void;
  openMedia(target: MediaTarget): void;
  /** Opens the file picker; undefined if images cannot be uploaded. */
  pickImage: (() => void) | undefined;
  /** Chooses what a dynamic block shows; undefined in texts without such blocks. */
  openTargets: ((kind: TargetKind) => void) | undefined;
}

export interface BlockKind extends BlockName {
  insert(host: BlockHost): void;
}

const format =
  (formats?: Record<string, unknown>) =>
  ({ quill }: BlockHost) =>
    formatLines(quill, formats);

/** By the block's id. All other blocks get the format of their shortcut. */
const INSERTS: Readonly<Record<string, BlockKind['insert']>> = {
  text: format(),
  ul: format({ list: 'bullet' }),
  ol: format({ list: 'ordered' }),
  table: ({ quill }) => insertTable(quill, ['', '', '']),
  divider: ({ quill }) => insertAtomic(quill, '<hr />'),
  footnote: ({ quill, ask }) => ask(askForFootnote(quill)),
  button: ({ quill, ask }) => ask(askForButton(quill)),
  image: ({ pickImage }) => pickImage?.(),
  figure: ({ openMedia }) => openMedia({ kind: 'figure' }),
  gallery: ({ openMedia }) => openMedia({ kind: 'gallery' }),
  video: ({ openMedia }) => openMedia({ kind: 'video' }),
  audio: ({ openMedia }) => openMedia({ kind: 'audio' }),
  embed: ({ quill, ask }) => ask(askForEmbed(quill)),
  article: ({ openTargets }) => openTargets?.('article'),
  cta: ({ openTargets }) => openTargets?.('cta'),
  signup: ({ quill }) => insertAtomic(quill, writeHtml([toSignUpFigure()])),
};

const KINDS = BLOCKS.map(
  (block): BlockKind => ({
    ...block,
    insert: INSERTS[block.id] ?? format(STARTS[block.shortcut ?? '']),
  }),
);

/** Inserts the block with this shortcut. */
export function insertBlock(shortcut: string, host: BlockHost): void {
  KINDS.find((kind) => kind.shortcut === shortcut)?.insert(host);
}

/**
 * The blocks whose name, words or shortcut contain every word of `text`; all blocks for ''. Blocks whose names start
 * with it come first, and so do their groups, which stay together.
 */
export function findBlocks(
  text: string,
  { pickImage, openTargets }: Pick<BlockHost, 'pickImage' | 'openTargets'>,
): BlockKind[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = KINDS.filter(({ id, group, name, words = '', shortcut = '' }) => {
    if ((id === 'image' && !pickImage) || (isDynamicKind(id) && !openTargets)) return false;
    const searched = `${name} ${group} ${words} ${shortcut}`.toLowerCase();
    return wanted.every((word) => searched.includes(word));
  });
  const isNamed = ({ name }: BlockName) => name.toLowerCase().startsWith(wanted.join(' '));
  const sorted = [...found.filter(isNamed), ...found.filter((block) => !isNamed(block))];
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.flatMap((group) => sorted.filter((block) => block.group === group));
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
