// A streaming JSON reader that reports the elements of arrays with their byte offsets. It keeps nothing else,
// so the file may be larger than memory.
import { InvalidError } from '~/lib/errors';

const BROKEN = 'The file is damaged: it is incomplete or not valid JSON.';
const TOO_LONG = 'The file contains an element that is too long for an article.';
const MAX_ELEMENT_BYTES = 24 * 1024 * 1024;
const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

interface Level {
  isArray: boolean;
  /** Its key in the parent; '' in an array. */
  name: string;
  /** The current key of an object. */
  key: string;
}

/**
 * @param isWanted whether to report elements of the array at this path of keys; an array adds ''
 * @param onElement receives each element's bytes and offset
 */
export class JsonRanges {
  readonly #isWanted: (path: string) => boolean;
  readonly #onElement: (path: string, bytes: Uint8Array, from: number) => void;
  readonly #levels: Level[] = [];
  #at = 0;
  #inString = false;
  #escaped = false;
  /** Bytes of the current string if it may be a key. */
  #text: number[] | null = null;
  #lastText = '';
  /** Offset of the current element; -1 for none. */
  #from = -1;
  #depth = 0;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(
    isWanted: (path: string) => boolean,
    onElement: (path: string, bytes: Uint8Array, from: number) => void,
  ) {
    this.#isWanted = isWanted;
    this.#onElement = onElement;
  }

  /** @throws InvalidError */
  write(chunk: Uint8Array): void {
    let taken = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0;
      if (this.#inString) {
        this.#readString(byte);
        continue;
      }
      if (byte === OPEN_OBJECT && this.#from < 0 && this.#isElementHere()) {
        this.#from = this.#at + i;
        this.#depth = this.#levels.length;
        taken = i;
      }
      this.#readMark(byte);
      if (this.#from >= 0 && byte === CLOSE_OBJECT && this.#levels.length === this.#depth) {
        this.#end(chunk.subarray(taken, i + 1));
      }
    }
    if (this.#from >= 0) this.#keep(chunk.slice(taken));
    this.#at += chunk.length;
  }

  /** @throws InvalidError when the file is incomplete */
  end(): void {
    if (this.#levels.length > 0 || this.#inString || this.#at === 0) throw new InvalidError(BROKEN);
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#text) this.#lastText = new TextDecoder().decode(Uint8Array.from(this.#text));
      this.#text = null;
      return;
    }
    if (this.#text && this.#text.length < 200) this.#text.push(byte);
  }

  #readMark(byte: number): void {
    const level = this.#levels.at(-1);
    if (byte === QUOTE) {
      this.#inString = true;
      // Keys inside an element are ignored.
      this.#text = this.#from < 0 && level && !level.isArray ? [] : null;
    } else if (byte === COLON && level) level.key = this.#lastText;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (this.#levels.length >= MAX_DEPTH) throw new InvalidError(BROKEN);
      this.#levels.push({
        isArray: byte === OPEN_ARRAY,
        name: level?.isArray ? '' : (level?.key ?? ''),
        key: '',
      });
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      const ended = this.#levels.pop();
      if (!ended || ended.isArray !== (byte === CLOSE_ARRAY)) throw new InvalidError(BROKEN);
    } else if (byte === COMMA && level) level.key = '';
  }

  #isElementHere(): boolean {
    return (this.#levels.at(-1)?.isArray ?? false) && this.#isWanted(this.#path());
  }

  #path(): string {
    return this.#levels
      .slice(1)
      .map(({ name }) => name)
      .join('/');
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > MAX_ELEMENT_BYTES) throw new InvalidError(TOO_LONG);
    this.#pieces.push(piece);
  }

  #end(last: Uint8Array): void {
    this.#keep(last);
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    const from = this.#from;
    this.#from = -1;
    this.#pieces = [];
    this.#length = 0;
    this.#onElement(this.#path(), bytes, from);
  }
}
