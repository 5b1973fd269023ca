// HTML whose text is kept as plain text, with the addresses that plain text loses.
import { htmlToText } from '~/lib/html/clean-html';
import type { HtmlNode } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';

/** A note on the caption of a featured image, which has none here. */
export function noteCaption(html: string): string[] {
  const text = htmlToText(html);
  const links = listAddressesOfHtml(html);
  if (!text && links.length === 0) return [];
  const addresses = links.length > 0 ? ` (${links.join(', ')})` : '';
  return [`The caption of its featured image was not imported: “${text}”${addresses}`];
}

/** A note on the links of a summary, which is plain text here. */
export function noteSummaryLinks(html: string): string[] {
  const links = listAddressesOfHtml(html);
  return links.length > 0 ? [`The links and images of its summary were removed: ${links.join(', ')}`] : [];
}

function listAddressesOfHtml(html: string): string[] {
  try {
    return [...new Set(listAddresses(parseHtml(html, { foreign: true })))];
  } catch (error) {
    if (error instanceof TangledHtmlError) return [];
    throw error;
  }
}

function* listAddresses(nodes: readonly HtmlNode[]): Generator<string> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    for (const address of [node.attributes.href, node.attributes.src]) if (address) yield address;
    yield* listAddresses(node.children);
  }
}
