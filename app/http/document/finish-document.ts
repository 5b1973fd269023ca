// The last step of rendering a document: converts React's markup to the bytes that are sent.
import { inlineScriptOf, sha256 } from './csp-hashes';

/**
 * Starts a document's module script, its preloads and the styles that it does not need yet: at the page's load event, at the first
 * key, pointer or focus, or after 2.5 s; in a document with a text area immediately, because people open it to type. The last click
 * on an element that only works with scripts is repeated once they have hydrated the document, unless the reader types meanwhile.
 * `delayScripts` disarms these elements instead of removing them, because React expects to find them when it hydrates.
 */
const LATE_START = `(() => {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const link of document.querySelectorAll('link[rel=dns-prefetch]')) link.rel = 'modulepreload';
    for (const link of document.querySelectorAll('link[data-late]')) link.disabled = false;
    const script = document.querySelector('script[type="text/plain"]');
    if (!script) return;
    script.type = 'module';
    // Inserting a script runs it.
    script.parentNode.insertBefore(script, script.nextSibling);
  };
  let clicked;
  addEventListener('click', ({ target }) => { clicked = target.closest('button[type=button], input[readonly]'); }, true);
  addEventListener('input', () => { clicked = null; }, true);
  // After all listeners of the event, because event-replay.ts releases events in one of them.
  addEventListener('document-alive', () => queueMicrotask(() => clicked?.isConnected && clicked.click()), { once: true });
  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, start, { once: true, capture: true });
  if (document.readyState === 'complete' || document.querySelector('textarea')) start();
  else addEventListener('load', start);
  setTimeout(start, 2500);
})()`.replace(/\n\s*(\/\/.*)?/g, '\n');

/** The class of a rich-text field. Pages import the editor's script only after hydration. */
const RICH_TEXT = 'rich-text__source';
const BODY_END = '</body></html>';
const MODULE_SCRIPT = ' type="module" async=""';

/** Disarms preloads: HTML allows a DNS prefetch in a body, and one of the page's own host does nothing. */
const delayPreloads = (piece: string) =>
  piece.replaceAll('<link rel="modulepreload"', '<link rel="dns-prefetch"');

/**
 * Disarms the module script: a script of type `text/plain` is data.
 * @param piece of a rendered document, starting after the nonce of one of our scripts
 */
function delayScript(piece: string): string {
  if (!piece.startsWith(MODULE_SCRIPT)) return piece;
  // Remix indents the manifest in this script. No string in it contains a line break, and nothing follows it but end tags.
  return ` type="text/plain"${piece.slice(MODULE_SCRIPT.length).replace(/\n\s*/g, '')}`;
}

interface Rendered {
  /** React's markup before `</head>`. Only our own scripts have the nonce. */
  head: string;
  /** The markup from `</head>` on. Joining the two would copy the document once more. */
  body: string;
  nonce: string;
  /** More of our own scripts, for the end of the body. */
  scripts: readonly string[];
  /** Replaces `styleMark(nonce)`. */
  styles: Uint8Array;
}

export interface FinishedDocument {
  body: Uint8Array<ArrayBuffer>;
  /** CSP hashes of the scripts that may run. */
  hashes: string[];
}

/** The placeholder for the styles, so that their 40 kB do not pass through every rendering step. */
export function styleMark(nonce: string): string {
  return `/*${nonce}*/`;
}

/**
 * Removes the nonce from our own scripts, returns their hashes, delays the module script, preloads the rich-text
 * editor where a page needs it, and inserts the styles. Only scripts that React renders have the nonce, so a script
 * injected into an article's text gets no hash and the policy blocks it.
 */
export async function finishDocument(rendered: Rendered): Promise<FinishedDocument> {
  const { nonce, scripts, styles } = rendered;
  const mark = ` nonce="${nonce}"`;
  const own = new Set<string>([...scripts, LATE_START]);
  const isForWriting = rendered.body.includes('<textarea');
  const delay = isForWriting ? (piece: string) => piece : delayPreloads;
  const pieces = [rendered.head, rendered.body].flatMap((part) =>
    part.split(mark).map((piece, index) => {
      if (index === 0) return delay(piece);
      const delayed = delayScript(delay(piece));
      const script = inlineScriptOf(delayed);
      if (script !== undefined) own.add(script);
      return delayed;
    }),
  );
  // React 18 leaves extra elements at the end of a body alone.
  const last = pieces.pop() ?? '';
  const end = last.endsWith(BODY_END) ? last.length - BODY_END.length : last.length;
  const editor = rendered.body.includes(RICH_TEXT) ? EDITOR_SCRIPTS : [];
  const preloads = editor
    .filter((path) => !rendered.body.includes(path))
    .map((path) => `<link rel="modulepreload" href="${path}">`);
  pieces.push(last.slice(0, end), ...preloads, ...[...scripts, LATE_START].map(toElement), last.slice(end));
  const body = encode(pieces, styleMark(nonce), styles);
  return { body, hashes: await Promise.all([...own].map(sha256)) };
}

function toElement(script: string): string {
  return `<script>${script}</script>`;
}

const encoder = new TextEncoder();
/** Reused for every page, except the few that are larger: allocating costs more than writing. */
const shared = new Uint8Array(1024 * 1024);

function encode(pieces: readonly string[], mark: string, styles: Uint8Array): Uint8Array<ArrayBuffer> {
  const characters = pieces.reduce((sum, { length }) => sum + length, 0);
  // A UTF-16 unit takes at most three bytes.
  const maxBytes = characters * 3 + styles.length;
  const buffer = maxBytes > shared.length ? new Uint8Array(maxBytes) : shared;
  let end = 0;
  const write = (text: string) => {
    end += encoder.encodeInto(text, buffer.subarray(end)).written;
  };
  let styled = false;
  for (const piece of pieces) {
    const at = styled ? -1 : piece.indexOf(mark);
    if (at < 0) {
      write(piece);
      continue;
    }
    write(piece.slice(0, at));
    buffer.set(styles, end);
    end += styles.length;
    write(piece.slice(at + mark.length));
    styled = true;
  }
  return buffer.slice(0, end);
}
