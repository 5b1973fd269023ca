// What another program put on the clipboard, as this editor's HTML: its words and their structure, not its looks.
import DOMPurify from 'dompurify';
import { keepAllowed, withoutEmptyParagraphs } from '~/lib/allowed-html';
import type { HtmlNode } from '~/lib/html-tree';
import { toHtmlNodes } from './dom-tree';
import { fromOffice } from './from-office';

/** @throws Error where the browser lacks what safe cleaning needs: DOMPurify would hand its input back unchanged. */
export function readPasted(html: string): HtmlNode[] {
  if (!DOMPurify.isSupported) throw new Error('This browser cannot clean what is pasted.');
  const fragment = DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true });
  return withoutEmptyParagraphs(keepAllowed(fromOffice(toHtmlNodes(fragment))));
}
