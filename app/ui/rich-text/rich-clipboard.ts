// The editor's clipboard: takes in what other programs copied, gives out the HTML that is stored.
import Quill from 'quill';
import Clipboard from 'quill/modules/clipboard';
import { findEmbed, toFigure } from '~/lib/embeds';
import { writeHtml } from '~/lib/html-tree';
import { readPasted } from './pasted-html';
import { readBlocks } from './read-blocks';
import type { RichOp } from './rich-op';
import { writeBlocks } from './write-blocks';

const Delta = Quill.import('delta');
type Delta = InstanceType<typeof Delta>;
type Copied = { html?: string; text?: string } | string;

export class RichClipboard extends Clipboard {
  override convert(copied: Copied, formats: Record<string, unknown> = {}): Delta {
    // React-quill still hands over the HTML alone, as Quill 1 had it.
    const { html = '', text = '' } = typeof copied === 'string' ? { html: copied } : copied;
    if (formats['code-block']) return super.convert({ text }, formats);
    const embed = findEmbed(text.trim());
    if (embed && !formats.link) return new Delta([{ insert: { atomic: writeHtml([toFigure(embed)]) } }]);
    if (!html) return super.convert({ text: text.replace(/\r\n?/g, '\n') }, formats);
    return new Delta(withoutLastBreak(readBlocks(readPasted(html)).flatMap(({ ops }) => ops)) as never);
  }

  override onCopy(range: { index: number; length: number }): { html: string; text: string } {
    const ops = this.quill.getContents(range.index, range.length).ops as RichOp[];
    return { html: writeBlocks(ops).join(''), text: this.quill.getText(range.index, range.length) };
  }
}

/** The last plain paragraph flows into the one it is pasted into. */
function withoutLastBreak(ops: RichOp[]): RichOp[] {
  const last = ops.at(-1);
  return last?.insert === '\n' && !last.attributes ? ops.slice(0, -1) : ops;
}
