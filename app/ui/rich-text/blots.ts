// What this editor teaches Quill: blocks kept as they are, breaks within a paragraph, uploads, text formats, languages.
import DOMPurify from 'dompurify';
import Quill from 'quill';
import { BlockEmbed } from 'quill/blots/block';
import Embed from 'quill/blots/embed';
import Inline from 'quill/blots/inline';
import CodeBlock from 'quill/formats/code';
import { keepAllowed } from '~/lib/allowed-html';
import { writeHtml } from '~/lib/html-tree';
import { blockName } from './block-name';
import { readHtml } from './dom-tree';
import { INLINE_TAGS, OWN_INLINE_TAGS } from './rich-op';

const button = (action: string, words: string, sign: string) =>
  `<button type="button" data-block-action="${action}" aria-label="${words}" title="${words}">${sign}</button>`;

/** A block shown as readers see it, which can be moved and removed but not written in. */
class AtomicBlock extends BlockEmbed {
  static override blotName = 'atomic';
  static override tagName = 'DIV';
  static override className = 'rich-block';

  static override create(html: unknown): Node {
    const node = super.create() as HTMLElement;
    const source = String(html);
    node.contentEditable = 'false';
    node.dataset.html = source;
    const name = blockName(source);
    node.setAttribute('role', 'group');
    node.setAttribute('aria-label', name);
    node.innerHTML =
      `<div class="rich-block__bar"><span class="rich-block__name">${name}</span>` +
      `${button('up', `Move ${name} up`, '↑')}${button('down', `Move ${name} down`, '↓')}${button('remove', `Remove ${name}`, '×')}</div>` +
      '<div class="rich-block__view"></div>';
    const view = node.querySelector('.rich-block__view');
    // A form that was refused gives back what was typed, clean or not. Links are not for following now.
    const shown = writeHtml(keepAllowed(readHtml(source)));
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
    const node = super.create() as HTMLElement;
    node.appendChild(document.createElement('br'));
    return node;
  }

  static override value(): true {
    return true;
  }
}

/** Stands where a picture will be, and tells how far it is. */
class Upload extends Embed {
  static override blotName = 'upload';
  static override tagName = 'SPAN';
  static override className = 'rich-upload';

  static override create(value: unknown): Node {
    const { id, name } = value as { id: string; name: string };
    const node = super.create() as HTMLElement;
    node.dataset.upload = id;
    node.dataset.name = name;
    const words = document.createElement('span');
    words.textContent = `Uploading ${name}`;
    const progress = document.createElement('progress');
    progress.max = 1;
    progress.setAttribute('aria-label', `Uploading ${name}`);
    node.appendChild(words);
    node.appendChild(progress);
    return node;
  }

  static override value(node: HTMLElement): { id: string; name: string } {
    return { id: node.dataset.upload ?? '', name: node.dataset.name ?? '' };
  }
}

/** Quill's own forgets the language. */
class LanguageCodeBlock extends CodeBlock {
  static override create(value: unknown): HTMLElement {
    const node = super.create(value) as HTMLElement;
    if (typeof value === 'string' && value !== 'plain') node.dataset.language = value;
    return node;
  }

  /** Its container is registered already. */
  static override register(): void {}

  static override formats(node: HTMLElement): string {
    return node.dataset.language ?? 'plain';
  }
}

const { Attributor, Scope } = Quill.import('parchment');

/** The number a list begins with, and the sight of it. */
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

const FORMATS = ['script', 'link', 'header', 'list', 'indent', 'align', 'blockquote', 'code-block', 'image'];
const OWN_FORMATS = ['atomic', 'softbreak', 'upload', 'start'];

let isTaught = false;

/** Teaches Quill once, and gives the formats an editor may use. */
export function teachQuill(): string[] {
  if (!isTaught) {
    isTaught = true;
    for (const tag of OWN_INLINE_TAGS) {
      class OwnInline extends Inline {
        static override blotName = tag;
        static override tagName = tag.toUpperCase();
      }
      Quill.register(`formats/${tag}`, OwnInline, true);
    }
    Quill.register('formats/atomic', AtomicBlock, true);
    Quill.register('formats/softbreak', SoftBreak, true);
    Quill.register('formats/upload', Upload, true);
    Quill.register('formats/code-block', LanguageCodeBlock, true);
    Quill.register('formats/start', new ListStart('start', 'data-start', { scope: Scope.BLOCK }), true);
  }
  return [...INLINE_TAGS.map(([format]) => format), ...FORMATS, ...OWN_FORMATS];
}
