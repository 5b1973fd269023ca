// What another program put on the clipboard, as this editor's HTML: its words and their structure, not its looks.
import DOMPurify from 'dompurify';
import { keepAllowed, withoutEmptyParagraphs } from '~/lib/allowed-html';
import { type HtmlNode, writeHtml } from '~/lib/html-tree';
import { parseHtml } from '~/lib/parse-html';
import { toHtmlNodes } from './dom-tree';
import { fromOffice } from './from-office';

/**
 * Read by the server's parser, which makes no elements: a browser's own would stumble over every style and handler that
 * the page's policy forbids. Then the rules of what is stored, and DOMPurify as a second opinion.
 * @throws Error where the browser lacks what DOMPurify needs: it would hand its input back unchanged.
 */
export function readPasted(html: string): HtmlNode[] {
  if (!DOMPurify.isSupported) throw new Error('This browser cannot clean what is pasted.');
  const clean = writeHtml(withoutEmptyParagraphs(keepAllowed(fromOffice(parseHtml(html)))));
  return toHtmlNodes(DOMPurify.sanitize(clean, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }));
}
