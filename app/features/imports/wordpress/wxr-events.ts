// WordPress's export (WXR, an RSS dialect) as a stream of elements, of which none is kept: the file may be larger than
// the machine's memory. The parser knows no entities but XML's own and opens no other file; a document type, by which
// either could be brought along, is refused.
import { Buffer } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { InvalidError } from '~/lib/errors';

const NO_WXR = 'This is no export of WordPress: choose the .xml file that Tools → Export made.';
const BROKEN = 'The file is damaged: it ends in the middle, or is no XML.';
const HAS_DOCTYPE = 'The file declares a document type, which no export of WordPress does. It was not read.';
const TOO_LONG = 'The file holds an element that is too long for any article.';

/** Of one element's text, and of what stands between two tags. */
export const LONGEST_TEXT = 24 * 1024 * 1024;
/** A channel, an item, what is in it, and what is in that; more is no WXR. */
const DEEPEST = 24;
const LONGEST_NAME = 100;

export interface WxrHandler {
  /** `path` holds the names from the root on, prefixes included: `rss/channel/item/wp:postmeta`. */
  open?(path: string, attributes: Record<string, string>, at: number): void;
  /** `text` is what stood directly in the element; `at` is the byte behind its end tag. */
  close(path: string, text: string, attributes: Record<string, string>, at: number): void;
}

/**
 * Takes the file's bytes as they come. Each byte is one letter to the parser, so that its places are places in the file;
 * texts are decoded afterwards.
 */
export class WxrReader {
  readonly #parser = new SaxesParser({ position: true });
  readonly #path: string[] = [];
  readonly #texts: string[] = [];
  readonly #attributes: Record<string, string>[] = [];
  readonly #paths: string[] = [];
  /** Where the parser's first letter stands in the file. */
  #base = 0;
  #opensAt = 0;
  #lastEvent = 0;
  #isFirst = true;
  #waiting = '';
  #hasRoot = false;

  constructor(handler: WxrHandler) {
    const parser = this.#parser;
    parser.on('doctype', () => {
      throw new InvalidError(HAS_DOCTYPE);
    });
    parser.on('opentagstart', ({ name }) => {
      if (!this.#hasRoot && name !== 'rss') throw new InvalidError(NO_WXR);
      this.#hasRoot = true;
      // The letter behind the name was read already.
      this.#opensAt = this.#base + parser.position - name.length - 2;
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (this.#path.length >= DEEPEST || name.length > LONGEST_NAME) throw new InvalidError(BROKEN);
      this.#path.push(name);
      this.#paths.push(this.#path.join('/'));
      this.#texts.push('');
      const decoded = Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [key, decode(String(value))]),
      );
      this.#attributes.push(decoded);
      this.#lastEvent = parser.position;
      handler.open?.(this.#paths.at(-1) ?? '', decoded, this.#opensAt);
    });
    const add = (text: string) => {
      const last = this.#texts.length - 1;
      if (last < 0) return;
      this.#texts[last] += text;
      if ((this.#texts[last]?.length ?? 0) > LONGEST_TEXT) throw new InvalidError(TOO_LONG);
      this.#lastEvent = parser.position;
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('closetag', () => {
      const path = this.#paths.pop() ?? '';
      this.#path.pop();
      const text = decode(this.#texts.pop() ?? '');
      this.#lastEvent = parser.position;
      handler.close(path, text, this.#attributes.pop() ?? {}, this.#base + parser.position);
    });
    // Exports hold stray control characters and bare ampersands; what can be read of them is read.
    parser.on('error', () => {});
  }

  /** @throws InvalidError */
  write(bytes: Uint8Array): void {
    let chunk = bytes;
    if (this.#isFirst) {
      this.#isFirst = false;
      const isMarked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      this.#base = isMarked ? 3 : 0;
      if (isMarked) chunk = chunk.subarray(3);
      const start = Buffer.from(chunk.subarray(0, 400)).toString('latin1');
      if (!/^\s*<(\?xml|rss|!--)/.test(start)) throw new InvalidError(NO_WXR);
    }
    this.#parse(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'));
    if (this.#parser.position - this.#lastEvent > LONGEST_TEXT) throw new InvalidError(TOO_LONG);
  }

  /** An ampersand at the end waits for what follows it. */
  #parse(letters: string): void {
    const text = this.#waiting + letters.replaceAll(MARK, ' ');
    const last = text.lastIndexOf('&');
    const end = last >= 0 && text.length - last < LONGEST_ENTITY ? last : text.length;
    this.#waiting = text.slice(end);
    this.#parser.write(text.slice(0, end).replace(BARE_AMPERSAND, MARK));
  }

  /** @throws InvalidError when the file ends too early */
  end(): void {
    this.#parser.write(this.#waiting.replace(BARE_AMPERSAND, MARK));
    this.#parser.close();
    if (!this.#hasRoot) throw new InvalidError(NO_WXR);
    if (this.#path.length > 0) throw new InvalidError(BROKEN);
  }
}

/** What stands for an ampersand that begins no entity of XML: the parser would look for its end in all that follows. */
const MARK = '\u001a';
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const LONGEST_ENTITY = 11;

/** The text, without control characters, which no page could show. */
const decode = (letters: string) =>
  new TextDecoder()
    .decode(Buffer.from(letters, 'latin1'))
    .replaceAll(MARK, '&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
