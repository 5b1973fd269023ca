// A document as React's markup and the scripts that follow it.
import type { EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { createElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { styleMark } from './finish-document';
import { NonceContext } from './nonce';
import { StylesContext } from './site-styles';

/** Loaders' data, as text where it is plain (encode-plain.ts), which Remix's types do not know of. */
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
 * Synchronously: React's streaming renderer spends more time on encoding its pieces than on the page. An error
 * page brings a component that is loaded late, so that one is streamed and waited for. Where its styles belong it has
 * `styleMark(nonce)`.
 */
export async function renderPage(page: Page): Promise<RenderedPage> {
  const { serverHandoffStream, ...context } = page.context;
  const handoff = serverHandoffStream as Handoff;
  if (context.staticHandlerContext.errors) {
    const stream = typeof handoff === 'string' ? (new Response(handoff).body ?? undefined) : handoff;
    return {
      html: await renderAndWait({ ...page, context: { ...context, serverHandoffStream: stream } }),
      scripts: [],
    };
  }
  // Unlike the streaming renderer, this one leaves the document's type to us.
  const html = `<!DOCTYPE html>${renderToString(toElement({ ...page, context }))}`;
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

const IN_SCRIPT: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** The loaders' data, as Remix's own streaming would hand it to the browser. */
function handoffScripts(handoff: string): string[] {
  const literal = JSON.stringify(handoff).replace(
    /[&<>\u2028\u2029]/g,
    (character) => IN_SCRIPT[character] ?? '',
  );
  const call = (code: string) => `window.__remixContext.streamController.${code};`;
  return [call(`enqueue(${literal})`), call('close()')];
}
