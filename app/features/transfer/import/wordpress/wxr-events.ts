// A streaming parser for WordPress exports (WXR, an RSS dialect). It keeps no elements, so the file may be
// larger than memory. It supports only XML's built-in entities, opens no other file, and rejects a document
// type, which could define entities or load files.
import { Buffer } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { InvalidError } from '~/lib/errors';

const NOT_WXR = 'This is not a WordPress export. Choose the .xml file from Tools → Export.';
const BROKEN = 'The file is damaged: it is incomplete or not valid XML.';
const HAS_DOCTYPE =
  'The file declares a document type, which WordPress exports never do. It was not imported.';
const TOO_LONG = 'The file contains an element that is too long for an article.';

/** Limit for an element's text, and for the bytes between two tags. */
export const MAX_TEXT_BYTES = 24 * 1024 * 1024;
/** WXR nests channel, item and a few levels below; deeper files are malformed. */
const MAX_DEPTH = 24;
const MAX_NAME_LENGTH = 100;

export interface WxrHandler {
  /** `path` joins the element names from the root, with prefixes: `rss/channel/item/wp:postmeta`. */
  open?(path: string, attributes: Record<string, string>, at: number): void;
  /** `text` is the element's own text; `at` is the byte offset after its end tag. */
  close(path: string, text: string, attributes: Record<string, string>, at: number): void;
}

/**
 * Parses the file's bytes in chunks. The parser receives each byte as one Latin-1 character, so that its
 * positions are byte offsets; text is decoded afterwards.
 */
export class WxrReader {
  readonly #parser = new SaxesParser({ position: true });
  readonly #path: string[] = [];
  readonly #texts: string[] = [];
  readonly #attributes: Record<string, string>[] = [];
  readonly #paths: string[] = [];
  /** File offset of the parser's first character. */
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
      if (!this.#hasRoot && name !== 'rss') throw new InvalidError(NOT_WXR);
      this.#hasRoot = true;
      // The parser has already read the character after the name.
      this.#opensAt = this.#base + parser.position - name.length - 2;
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (this.#path.length >= MAX_DEPTH || name.length > MAX_NAME_LENGTH) throw new InvalidError(BROKEN);
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
      if ((this.#texts[last]?.length ?? 0) > MAX_TEXT_BYTES) throw new InvalidError(TOO_LONG);
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
    // Exports contain stray control characters and bare ampersands; parse as much as possible.
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
      if (!/^\s*<(\?xml|rss|!--)/.test(start)) throw new InvalidError(NOT_WXR);
    }
    this.#parse(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'));
    if (this.#parser.position - this.#lastEvent > MAX_TEXT_BYTES) throw new InvalidError(TOO_LONG);
  }

  /** Holds back an ampersand at the end of a chunk until more data arrives. */
  #parse(latin1: string): void {
    const text = this.#waiting + latin1.replaceAll(MARK, ' ');
    const last = text.lastIndexOf('&');
    const end = last >= 0 && text.length - last < MAX_ENTITY_LENGTH ? last : text.length;
    this.#waiting = text.slice(end);
    this.#parser.write(text.slice(0, end).replace(BARE_AMPERSAND, MARK));
  }

  /** @throws InvalidError when the file is incomplete */
  end(): void {
    this.#parser.write(this.#waiting.replace(BARE_AMPERSAND, MARK));
    this.#parser.close();
    if (!this.#hasRoot) throw new InvalidError(NOT_WXR);
    if (this.#path.length > 0) throw new InvalidError(BROKEN);
  }
}

/**
 * Replaces ampersands that start no XML entity: the parser would search all following text for the end of the
 * entity.
 */
const MARK = '\u001a';
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const MAX_ENTITY_LENGTH = 11;

/** Decodes UTF-8 and removes control characters, which HTML does not allow. */
const decode = (latin1: string) =>
  new TextDecoder()
    .decode(Buffer.from(latin1, 'latin1'))
    .replaceAll(MARK, '&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
