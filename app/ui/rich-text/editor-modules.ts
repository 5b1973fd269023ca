// The settings of Quill's modules: tools, keys, images from files.
import Quill from 'quill';
import { blockBindings, type FindInsert } from './blocks/block-keys';
import type { BlockHost } from './blocks/block-kinds';
import { formatsAt } from './blocks/insert-block';
import { askForAltText, askForLink, findImage } from './edit-links';
import { INLINE_TAGS } from './html/rich-op';

export const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** The `keyCode` of F. */
const F_KEY = 70;

interface EditorActions extends Omit<BlockHost, 'quill'> {
  quillOf(): Quill;
  place(index: number, files: readonly File[]): void;
  openMenu(): void;
  editFootnote(): void;
  openFind(withReplace: boolean): void;
}

/** @param container selector of the toolbar */
export function editorModules(
  container: string,
  { quillOf, ask, place, pickImage, openMenu, editFootnote, openMedia, openFind, openTargets }: EditorActions,
) {
  return {
    toolbar: {
      container,
      handlers: {
        link: () => ask(askForLink(quillOf())),
        image: () => pickImage?.(),
        describe: () => {
          const image = findImage(quillOf());
          if (image) ask(askForAltText(quillOf(), image, (image) => openMedia({ image })));
        },
        insert: openMenu,
        find: () => openFind(false),
        ...Object.fromEntries(
          BLOCK_TOOLS.map((name) => [name, (value: unknown) => formatBlock(quillOf(), name, value)]),
        ),
        clean: () => removeFormats(quillOf()),
      },
    },
    table: true,
    history: { userOnly: true },
    uploader: {
      mimetypes: IMAGES,
      handler: ({ index }: { index: number }, files: File[]) => place(index, files),
    },
    keyboard: {
      bindings: {
        // Tab leaves the editor, as keyboard users expect, except in tables.
        tab: null,
        indent: null,
        outdent: null,
        'remove tab': null,
        'indent code-block': null,
        'outdent code-block': null,
        deeper: { key: ']', shortKey: true, format: ['list'], handler: () => indent(quillOf(), '+1') },
        higher: { key: '[', shortKey: true, format: ['list'], handler: () => indent(quillOf(), '-1') },
        link: { key: 'k', shortKey: true, handler: () => ask(askForLink(quillOf())) },
        find: { key: 'f', shortKey: true, handler: () => openFind(false) },
        replace: { key: 'h', shortKey: true, handler: () => openFind(true) },
        // On Macs, Cmd+H hides the browser.
        'replace on macs': { key: 'h', shortKey: true, shiftKey: true, handler: () => openFind(true) },
        break: { key: 'Enter', shiftKey: true, handler: () => breakLine(quillOf()) },
        // By its code, because the Option key of a Mac changes the character.
        footnote: { key: F_KEY, shortKey: true, altKey: true, handler: editFootnote },
        'footnote enter': {
          key: 'Enter',
          collapsed: false,
          handler: () => !isFootnoteSelected(quillOf()) || editFootnote(),
        },
        ...blockBindings(quillOf, insertsOf(quillOf, { ask, openMedia, pickImage, openTargets })),
      },
    },
  };
}

/** Finds blocks of this editor by name, such as [button]; loads the menu's code. */
function insertsOf(quillOf: () => Quill, host: Omit<BlockHost, 'quill'>): FindInsert {
  const names = ['button', 'gallery', 'video', 'audio', 'embed'];
  if (host.pickImage) names.push('image');
  if (host.openTargets) names.push('article', 'cta', 'newsletter');
  return (text) => {
    const shortcut = text.toLowerCase();
    if (!names.some((name) => shortcut === `[${name}]`)) return undefined;
    return async () => {
      const { insertBlock } = await import('./blocks/block-kinds');
      insertBlock(shortcut, { ...host, quill: quillOf() });
    };
  };
}

function isFootnoteSelected(quill: Quill): boolean {
  const { index, length } = quill.getSelection(true);
  const insert = length === 1 ? quill.getContents(index, 1).ops[0]?.insert : undefined;
  return typeof insert === 'object' && 'footnote' in insert;
}

/** Tools that make a line another kind of block. A cell with another format would leave its table. */
const BLOCK_TOOLS = ['header', 'list', 'blockquote', 'code-block'];

function holdsTable(quill: Quill): boolean {
  const { index, length } = quill.getSelection(true);
  return (
    Boolean(formatsAt(quill, index).table) ||
    quill.getLines(index, length).some((line) => Boolean(formatsAt(quill, quill.getIndex(line)).table))
  );
}

function formatBlock(quill: Quill, name: string, value: unknown): void {
  if (!holdsTable(quill)) quill.format(name, value, Quill.sources.USER);
}

const INLINE = [...INLINE_TAGS.map(([format]) => format), 'link', 'script'];

/** Removes the formats of text and, outside of tables, of the selected lines. */
function removeFormats(quill: Quill): void {
  const { index, length } = quill.getSelection(true);
  if (length > 0 && !holdsTable(quill)) quill.removeFormat(index, length, Quill.sources.USER);
  else if (length > 0)
    quill.formatText(
      index,
      length,
      Object.fromEntries(INLINE.map((name) => [name, false])),
      Quill.sources.USER,
    );
  else for (const name of INLINE) if (quill.getFormat()[name]) quill.format(name, false, Quill.sources.USER);
}

function indent(quill: Quill, by: '+1' | '-1'): void {
  quill.format('indent', by, Quill.sources.USER);
}

function breakLine(quill: Quill): boolean {
  const { index, length } = quill.getSelection(true);
  if (quill.getFormat(index)['code-block']) return true;
  if (length > 0) quill.deleteText(index, length, Quill.sources.USER);
  quill.insertEmbed(index, 'softbreak', true, Quill.sources.USER);
  quill.setSelection(index + 1, 0, Quill.sources.SILENT);
  return false;
}
