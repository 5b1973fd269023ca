// The last step of a document: from React's markup to the bytes that are sent, in one pass, because a page is long.
import { inlineScriptOf, sha256 } from './csp-hashes';
import { delayScripts, LATE_START } from './late-scripts';

interface Rendered {
  /** React's markup. Our own scripts, and they alone, bear the nonce. */
  html: string;
  nonce: string;
  /** Further scripts of ours, to come after the markup. */
  scripts: readonly string[];
  /** What takes the place of `styleMark(nonce)`. */
  styles: Uint8Array;
}

export interface FinishedDocument {
  body: Uint8Array<ArrayBuffer>;
  /** Of the scripts that may run. */
  hashes: string[];
}

/** What stands for the styles while a document is made, which then need not be carried through every step. */
export function styleMark(nonce: string): string {
  return `/*${nonce}*/`;
}

/**
 * Takes the nonce off our own scripts and gives their hashes; lets the module script start late; puts in the styles. Only what
 * we rendered knows the nonce, so a script smuggled into an article's text gets no hash, and the policy stops it.
 */
export async function finishDocument({ html, nonce, scripts, styles }: Rendered): Promise<FinishedDocument> {
  const [first = '', ...rest] = html.split(` nonce="${nonce}"`);
  const pieces = [first, ...rest.map(delayScripts)];
  const own = new Set<string>([...scripts, LATE_START]);
  for (const piece of pieces.slice(1)) {
    const script = inlineScriptOf(piece);
    if (script !== undefined) own.add(script);
  }
  pieces.push(...scripts.map(toElement), toElement(LATE_START));
  const body = encode(pieces, styleMark(nonce), styles);
  return { body, hashes: await Promise.all([...own].map(sha256)) };
}

function toElement(script: string): string {
  return `<script>${script}</script>`;
}

const encoder = new TextEncoder();
/** Kept from page to page: finding room for each would cost more than writing to it. */
let room = new Uint8Array(512 * 1024);

function encode(pieces: readonly string[], mark: string, styles: Uint8Array): Uint8Array<ArrayBuffer> {
  const characters = pieces.reduce((sum, { length }) => sum + length, 0);
  // A UTF-16 unit takes three bytes at most.
  const most = characters * 3 + styles.length;
  if (room.length < most) room = new Uint8Array(most);
  let end = 0;
  const write = (text: string) => {
    end += encoder.encodeInto(text, room.subarray(end)).written;
  };
  let styled = false;
  for (const piece of pieces) {
    const at = styled ? -1 : piece.indexOf(mark);
    if (at < 0) {
      write(piece);
      continue;
    }
    write(piece.slice(0, at));
    room.set(styles, end);
    end += styles.length;
    write(piece.slice(at + mark.length));
    styled = true;
  }
  return room.slice(0, end);
}
