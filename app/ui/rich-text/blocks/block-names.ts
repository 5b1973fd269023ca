// The blocks in the menu, with the text to type for each. Does not import the editor, because the list of keyboard
// shortcuts also shows them.
import { CALLOUTS } from '~/lib/html/article-blocks';
import { DYNAMIC_BLOCKS } from '~/lib/html/dynamic-blocks';

export interface BlockName {
  id: string;
  group: 'Text' | 'Callouts' | 'Structure' | 'Media' | 'Magazine';
  name: string;
  /** What to type instead, as shown in the menu. */
  shortcut?: string;
  /** Whether the shortcut is the whole line; otherwise text follows it. */
  isWholeLine?: true;
  /** Other words to find it by. */
  words?: string;
}

export const BLOCKS: readonly BlockName[] = [
  { id: 'text', group: 'Text', name: 'Paragraph', words: 'text plain' },
  { id: 'h2', group: 'Text', name: 'Heading 2', shortcut: '##', words: 'title' },
  { id: 'h3', group: 'Text', name: 'Heading 3', shortcut: '###', words: 'title' },
  { id: 'ul', group: 'Text', name: 'Bullet list', shortcut: '-', words: 'unordered' },
  { id: 'ol', group: 'Text', name: 'Numbered list', shortcut: '1.', words: 'ordered' },
  { id: 'quote', group: 'Text', name: 'Quotation', shortcut: '>', words: 'blockquote' },
  { id: 'pull', group: 'Text', name: 'Pull quote', shortcut: '>>', words: 'highlight' },
  {
    id: 'footnote',
    group: 'Text',
    name: 'Footnote',
    shortcut: '[^',
    words: 'note reference source citation',
  },
  { id: 'code', group: 'Text', name: 'Code block', shortcut: '```', words: 'pre' },
  ...Object.entries(CALLOUTS).map(
    ([id, name]): BlockName => ({
      id,
      group: 'Callouts',
      name,
      shortcut: `[!${id}]`,
      words: 'callout box info alert',
    }),
  ),
  {
    id: 'table',
    group: 'Structure',
    name: 'Table',
    shortcut: '| A | B |',
    isWholeLine: true,
    words: 'rows columns grid',
  },
  {
    id: 'question',
    group: 'Structure',
    name: 'Question and answer',
    shortcut: '?',
    words: 'faq details toggle collapse accordion',
  },
  {
    id: 'divider',
    group: 'Structure',
    name: 'Divider',
    shortcut: '---',
    isWholeLine: true,
    words: 'line rule separator hr',
  },
  {
    id: 'button',
    group: 'Structure',
    name: 'Button',
    shortcut: '[button]',
    isWholeLine: true,
    words: 'link cta',
  },
  {
    id: 'image',
    group: 'Media',
    name: 'Image',
    shortcut: '[image]',
    isWholeLine: true,
    words: 'photo upload',
  },
  {
    id: 'figure',
    group: 'Media',
    name: 'Figure',
    shortcut: '![alt](url)',
    isWholeLine: true,
    words: 'image photo caption credit wide full width',
  },
  {
    id: 'gallery',
    group: 'Media',
    name: 'Gallery',
    shortcut: '[gallery]',
    isWholeLine: true,
    words: 'images photos grid album',
  },
  {
    id: 'video',
    group: 'Media',
    name: 'Video file',
    shortcut: '[video]',
    isWholeLine: true,
    words: 'mp4 webm film movie player',
  },
  {
    id: 'audio',
    group: 'Media',
    name: 'Audio file',
    shortcut: '[audio]',
    isWholeLine: true,
    words: 'mp3 podcast sound recording player',
  },
  {
    id: 'embed',
    group: 'Media',
    name: 'Video or post',
    shortcut: '[embed]',
    isWholeLine: true,
    words: 'youtube vimeo linkedin x twitter',
  },
  {
    id: 'article',
    group: 'Magazine',
    name: DYNAMIC_BLOCKS.article,
    shortcut: '[article]',
    isWholeLine: true,
    words: 'read also related bookmark preview',
  },
  {
    id: 'cta',
    group: 'Magazine',
    name: DYNAMIC_BLOCKS.cta,
    shortcut: '[cta]',
    isWholeLine: true,
    words: 'offer promotion',
  },
  {
    id: 'signup',
    group: 'Magazine',
    name: DYNAMIC_BLOCKS.signup,
    shortcut: '[newsletter]',
    isWholeLine: true,
    words: 'subscribe form email',
  },
];
