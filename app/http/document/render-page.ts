// Renders a document: React's markup, and the scripts for the end of its body.
import type { EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { createElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { RenderedTexts } from '~/ui/rich-body';
import { styleMark } from './finish-document';
import { NonceContext } from './nonce';
import { StylesContext } from './site-styles';

/** The loaders' data: text if it is plain (encode-loader-data.ts), which Remix's types do not cover; otherwise a stream. */
type Handoff = string | EntryContext['serverHandoffStream'];

interface Page {
  context: EntryContext;
  url: string;
  nonce: string;
  onError(error: unknown): void;
}

interface RenderedPage {
  html: string;
  scripts: string[];
}

/**
 * Renders with React's synchronous renderer, because the streaming one spends more time on encoding its pieces than on the page.
 * Error pages contain a lazily loaded component, which only the streaming renderer waits for. The result contains
 * `styleMark(nonce)` where the styles belong, and ends with `</body></html>`.
 */
export async function renderPage(page: Page): Promise<RenderedPage> {
  const { serverHandoffStream, ...context } = page.context;
  const handoff = serverHandoffStream as Handoff;
  const texts: string[] = [];
  const html = context.staticHandlerContext.errors
    ? await renderAndWait({ ...page, context, texts })
    : // Unlike the streaming renderer, this one omits the doctype.
      `<!DOCTYPE html>${renderToString(toElement({ ...page, context, texts }))}`;
  if (!handoff) return { html, scripts: [] };
  const data = typeof handoff === 'string' ? handoff : await new Response(handoff).text();
  const { loaderData, actionData } = context.staticHandlerContext;
  const once = texts.filter((text) => countFields([loaderData, actionData], text) === 1);
  return { html, scripts: handoffScripts(once.reduce(leaveOut, data)) };
}

/** A shorter text could also be the value of another field. */
const MIN_TEXT_LENGTH = 100;

/** The number of fields with this text. The data contains equal texts only once, so emptying one would empty all. */
function countFields(data: unknown, text: string): number {
  if (data === text) return 1;
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce((sum: number, value) => sum + countFields(value, text), 0);
}

/** Empties a text in the data: it is in the document, where rich-body.tsx reads it. */
function leaveOut(data: string, text: string): string {
  return text.length < MIN_TEXT_LENGTH ? data : data.replace(JSON.stringify(text), '""');
}

type Rendering = Page & { texts: string[] };

async function renderAndWait(page: Rendering): Promise<string> {
  const { nonce, onError } = page;
  const stream = await renderToReadableStream(toElement(page), { nonce, onError });
  await stream.allReady;
  return new Response(stream).text();
}

function toElement({ context, url, nonce, texts }: Omit<Rendering, 'onError'>) {
  const page = createElement(RemixServer, { context, url, nonce });
  const document = createElement(RenderedTexts.Provider, { value: texts }, page);
  const styled = createElement(StylesContext.Provider, { value: styleMark(nonce) }, document);
  return createElement(NonceContext.Provider, { value: nonce }, styled);
}

/** In single quotes, because the data is full of double ones. `<` could start `</script>` or `<!--`. */
const IN_SCRIPT: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '<': '\\x3c',
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** The scripts that pass the loaders' data to the browser, as Remix's own streaming would send them. */
function handoffScripts(handoff: string): string[] {
  const literal = handoff.replace(/[\\'<\n\r\u2028\u2029]/g, (character) => IN_SCRIPT[character] ?? '');
  const call = (code: string) => `window.__remixContext.streamController.${code};`;
  return [call(`enqueue('${literal}')`), call('close()')];
}
