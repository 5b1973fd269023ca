// Quill formats of this editor: atomic blocks, footnotes, line breaks, upload placeholders, inline formats, code
// languages, list starts, boxes.
import DOMPurify from 'dompurify';
import Quill from 'quill';
import { BlockEmbed } from 'quill/blots/block';
import Embed from 'quill/blots/embed';
import Inline from 'quill/blots/inline';
import CodeBlock from 'quill/formats/code';
import { keepAllowed } from '~/lib/html/allowed-html';
import { DYNAMIC_BLOCKS, isDynamicKind } from '~/lib/html/dynamic-blocks';
import { textOf, writeHtml } from '~/lib/html/html-tree';
import { readHtml } from '../html/dom-tree';
import { INLINE_TAGS, OWN_INLINE_TAGS } from '../html/rich-op';
import { MEDIA_NAMES, readMedia } from '../media/media-block';
import { withSmallImages } from '../media/small-images';

const EMBEDS: Record<string, string> = {
  youtube: 'YouTube video',
  vimeo: 'Vimeo video',
  x: 'Post on X',
  linkedin: 'LinkedIn post',
};
const TAGS: Record<string, string> = {
  table: 'Table',
  figure: 'Figure',
  hr: 'Divider',
  details: 'Question',
  div: 'Box',
  dl: 'Definitions',
  ul: 'List',
  ol: 'List',
  blockquote: 'Quotation',
  pre: 'Code',
  p: 'Paragraph',
};

/** A short name from the block's first tag. */
function blockName(html: string): string {
  const [, tag = '', attributes = ''] = /^<([a-z][a-z0-9]*)([^>]*)>/.exec(html) ?? [];
  const dynamic = /^ data-block="([a-z]+)"/.exec(attributes)?.[1] ?? '';
  if (isDynamicKind(dynamic)) return DYNAMIC_BLOCKS[dynamic];
  const provider = /data-embed="([a-z]+)"/.exec(attributes)?.[1];
  return EMBEDS[provider ?? ''] ?? TAGS[tag] ?? 'Block';
}

const button = (action: string, label: string, sign: string) =>
  `<button type="button" data-block-action="${action}" aria-label="${label}" title="${label}">${sign}</button>`;

function toHtmlElement(node: Node): HTMLElement {
  if (node instanceof HTMLElement) return node;
  throw new TypeError('Quill creates HTML elements only');
}

/** A block that is shown as readers see it and can be moved and removed. Figures and other media are edited in a dialog. */
class AtomicBlock extends BlockEmbed {
  static override blotName = 'atomic';
  static override tagName = 'DIV';
  static override className = 'rich-block';

  static override create(html: unknown): Node {
    const node = toHtmlElement(super.create());
    const source = String(html);
    node.contentEditable = 'false';
    node.dataset.html = source;
    const nodes = readHtml(source);
    const media = readMedia(nodes);
    const name = media ? MEDIA_NAMES[media.kind] : blockName(source);
    if (media) node.tabIndex = 0;
    node.setAttribute('role', 'group');
    node.setAttribute('aria-label', name);
    node.innerHTML =
      `<div class="rich-block__bar"><span class="rich-block__name">${name}</span>` +
      `${media ? button('edit', `Edit ${name}`, 'Edit') : ''}${button('up', `Move ${name} up`, '↑')}${button('down', `Move ${name} down`, '↓')}${button('remove', `Remove ${name}`, '×')}</div>` +
      '<div class="rich-block__view"></div>';
    const view = node.querySelector('.rich-block__view');
    // A refused form returns unsanitized HTML. Links are disabled in the editor.
    const shown = writeHtml(withSmallImages(keepAllowed(nodes)));
    view?.appendChild(DOMPurify.sanitize(shown, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }));
    for (const link of node.querySelectorAll('a')) link.removeAttribute('href');
    return node;
  }

  static override value(node: HTMLElement): string {
    return node.dataset.html ?? '';
  }
}

/** A line break within a paragraph. */
class SoftBreak extends Embed {
  static override blotName = 'softbreak';
  static override tagName = 'SPAN';
  static override className = 'rich-break';

  static override create(): Node {
    const node = toHtmlElement(super.create());
    node.appendChild(document.createElement('br'));
    return node;
  }

  static override value(): true {
    return true;
  }
}

/**
 * The reference to a footnote. It holds the HTML of its note, so that both are moved, removed and restored together. The
 * style sheet numbers the references.
 */
class FootnoteReference extends Embed {
  static override blotName = 'footnote';
  static override tagName = 'SPAN';
  static override className = 'rich-footnote';

  static override create(note: unknown): Node {
    const node = toHtmlElement(super.create());
    const text = textOf(readHtml(String(note)));
    node.dataset.note = String(note);
    node.title = text;
    node.setAttribute('role', 'img');
    node.setAttribute('aria-label', `Footnote: ${text}`);
    node.appendChild(document.createElement('sup'));
    return node;
  }

  static override value(node: HTMLElement): string {
    return node.dataset.note ?? '';
  }
}

/** A placeholder for an image that is being uploaded, with its progress. */
class Upload extends Embed {
  static override blotName = 'upload';
  static override tagName = 'SPAN';
  static override className = 'rich-upload';

  static override create(value: unknown): Node {
    const { id, name } = value as { id: string; name: string };
    const node = toHtmlElement(super.create());
    node.dataset.upload = id;
    node.dataset.name = name;
    const label = document.createElement('span');
    label.textContent = `Uploading ${name}`;
    const progress = document.createElement('progress');
    progress.max = 1;
    progress.dataset.uploading = '';
    progress.setAttribute('aria-label', `Uploading ${name}`);
    node.appendChild(label);
    node.appendChild(progress);
    return node;
  }

  static override value(node: HTMLElement): { id: string; name: string } {
    return { id: node.dataset.upload ?? '', name: node.dataset.name ?? '' };
  }
}

/** Quill's code block does not keep the language. */
class LanguageCodeBlock extends CodeBlock {
  static override create(value: unknown): HTMLElement {
    const node = toHtmlElement(super.create(value));
    if (typeof value === 'string' && value !== 'plain') node.dataset.language = value;
    return node;
  }

  /** The container is already registered. */
  static override register(): void {}

  static override formats(node: HTMLElement): string {
    return node.dataset.language ?? 'plain';
  }
}

const { Attributor, Scope } = Quill.import('parchment');

/** The first number of a list, and the CSS that displays it. */
class ListStart extends Attributor {
  override add(node: HTMLElement, value: string): boolean {
    node.style.setProperty('counter-set', `list-0 ${Number(value)} list-1 list-2 list-3 list-4`);
    return super.add(node, value);
  }

  override remove(node: HTMLElement): void {
    node.style.removeProperty('counter-set');
    super.remove(node);
  }
}

const FORMATS = [
  'script',
  'link',
  'header',
  'list',
  'indent',
  'align',
  'blockquote',
  'code-block',
  'image',
  'table',
];
const OWN_FORMATS = ['atomic', 'softbreak', 'footnote', 'upload', 'start', 'box'];

let isRegistered = false;

/** Registers this editor's formats with Quill once, and returns all formats that it may use. */
export function registerFormats(): string[] {
  if (!isRegistered) {
    isRegistered = true;
    for (const tag of OWN_INLINE_TAGS) {
      class OwnInline extends Inline {
        static override blotName = tag;
        static override tagName = tag.toUpperCase();
      }
      Quill.register(`formats/${tag}`, OwnInline, true);
    }
    Quill.register('formats/atomic', AtomicBlock, true);
    Quill.register('formats/softbreak', SoftBreak, true);
    Quill.register('formats/footnote', FootnoteReference, true);
    Quill.register('formats/upload', Upload, true);
    Quill.register('formats/code-block', LanguageCodeBlock, true);
    Quill.register('formats/start', new ListStart('start', 'data-start', { scope: Scope.BLOCK }), true);
    // The box that a line is part of: a callout, pull quote or button, or a question or its answer.
    Quill.register('formats/box', new Attributor('box', 'data-box', { scope: Scope.BLOCK }), true);
  }
  return [...INLINE_TAGS.map(([format]) => format), ...FORMATS, ...OWN_FORMATS];
}
