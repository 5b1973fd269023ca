// The reference to a footnote in the editor. It holds its note, so both are moved, removed and restored together. The
// style sheet numbers the references.
import Embed from 'quill/blots/embed';
import { textOf } from '~/lib/html/html-tree';
import { readHtml } from './dom-tree';

export class FootnoteReference extends Embed {
  static override blotName = 'footnote';
  static override tagName = 'SPAN';
  static override className = 'rich-footnote';

  static override create(note: unknown): Node {
    const node = Embed.create();
    if (!(node instanceof HTMLElement)) throw new TypeError('Quill creates HTML elements only');
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
