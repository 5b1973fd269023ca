// A JSON file as a stream: the elements of its arrays, each with its place in the file. Nothing else is kept, so that the
// file may be larger than the machine's memory.
import { InvalidError } from '~/lib/errors';

const BROKEN = 'The file is damaged: it ends in the middle, or is no JSON.';
const TOO_LONG = 'The file holds an element that is too long for any article.';
const LONGEST = 24 * 1024 * 1024;
const DEEPEST = 200;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

interface Level {
  isArray: boolean;
  /** Under which its parent has it; '' in an array. */
  name: string;
  /** The name that comes next in an object. */
  key: string;
}

/**
 * @param isWanted whether elements of the array under these names are to be had; arrays count as a name of ''
 * @param onElement is given each with its place; `bytes` are its own
 */
export class JsonRanges {
  readonly #isWanted: (path: string) => boolean;
  readonly #onElement: (path: string, bytes: Uint8Array, from: number) => void;
  readonly #levels: Level[] = [];
  #at = 0;
  #inString = false;
  #escaped = false;
  /** What a string holds, while it may be a name. */
  #text: number[] | null = null;
  #lastText = '';
  /** Of the element that is being read. */
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
      const byte = chunk[i] as number;
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

  /** @throws InvalidError when the file ends too early */
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
      // Inside of an element names do not matter.
      this.#text = this.#from < 0 && level && !level.isArray ? [] : null;
    } else if (byte === COLON && level) level.key = this.#lastText;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (this.#levels.length >= DEEPEST) throw new InvalidError(BROKEN);
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
    if (this.#length > LONGEST) throw new InvalidError(TOO_LONG);
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
