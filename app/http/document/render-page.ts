// Renders a document: React's markup, and the scripts for the end of its body.
import type { EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { createElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
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
  const html = context.staticHandlerContext.errors
    ? await renderAndWait({ ...page, context })
    : // Unlike the streaming renderer, this one omits the doctype.
      `<!DOCTYPE html>${renderToString(toElement({ ...page, context }))}`;
  if (!handoff) return { html, scripts: [] };
  return {
    html,
    scripts: handoffScripts(typeof handoff === 'string' ? handoff : await new Response(handoff).text()),
  };
}

async function renderAndWait(page: Page): Promise<string> {
  const { nonce, onError } = page;
  const stream = await renderToReadableStream(toElement(page), { nonce, onError });
  await stream.allReady;
  return new Response(stream).text();
}

function toElement({ context, url, nonce }: Pick<Page, 'context' | 'url' | 'nonce'>) {
  const document = createElement(RemixServer, { context, url, nonce });
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

/** The scripts with which Remix's own streaming would pass the loaders' data to the browser. */
function handoffScripts(handoff: string): string[] {
  const literal = handoff.replace(/[\\'<\n\r\u2028\u2029]/g, (character) => IN_SCRIPT[character] ?? '');
  const call = (code: string) => `window.__remixContext.streamController.${code};`;
  return [call(`enqueue('${literal}')`), call('close()')];
}
