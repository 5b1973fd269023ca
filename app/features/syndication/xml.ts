// Writes XML 1.0, in which no text can break the document.
import { escapeHtml } from '~/lib/html/escape';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Characters that XML 1.0 doesn't allow even when escaped, including lone surrogates. They are removed. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function xmlText(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''));
}

/** Wraps HTML in CDATA. A `]]>` inside is split over two sections, because it can't be escaped. */
export function cdata(html: string): string {
  return `<![CDATA[${html.replace(NOT_XML, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

type Attributes = Record<string, string | number | undefined>;

/**
 * `content` is XML; an array is joined with newlines. Attributes are plain text, and undefined ones are left
 * out.
 */
export function xmlElement(
  name: string,
  attributes: Attributes,
  content?: string | readonly string[],
): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) tag += ` ${key}="${xmlText(String(value))}"`;
  }
  if (content === undefined) return `${tag}/>`;
  return `${tag}>${typeof content === 'string' ? content : `\n${content.join('\n')}\n`}</${name}>`;
}

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return xmlElement(name, attributes, xmlText(text));
}
