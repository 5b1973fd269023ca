// Writing XML 1.0 so that nothing an author typed can break a document.
import { escapeHtml } from '~/lib/escape';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** All but XML 1.0's characters; no escape can carry these, so they go. Half surrogates are among them. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function xmlText(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''));
}

/** HTML carried as it is. A `]]>` inside is cut in two, since nothing can escape it there. */
export function cdata(html: string): string {
  return `<![CDATA[${html.replace(NOT_XML, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

type Attributes = Record<string, string | number | undefined>;

/** `content` is XML already, several pieces one to a line; attributes are plain text, and undefined ones are left out. */
export function element(name: string, attributes: Attributes, content?: string | readonly string[]): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) tag += ` ${key}="${xmlText(String(value))}"`;
  }
  if (content === undefined) return `${tag}/>`;
  return `${tag}>${typeof content === 'string' ? content : `\n${content.join('\n')}\n`}</${name}>`;
}

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return element(name, attributes, xmlText(text));
}
