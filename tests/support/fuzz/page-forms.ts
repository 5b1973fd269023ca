// Reads a page's links, and its forms as they would be submitted unchanged.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface PageForm {
  method: string;
  /** Path and query. */
  action: string;
  /** Name and value; for files, only the name is listed in `files`. */
  fields: [string, string][];
  files: string[];
}

const attribute = (element: Element, name: string) => element.attrs.find((attr) => attr.name === name)?.value;

function* walk(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* walk(child);
}

const textIn = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';

/** @param here path and query of the page */
export function readPage(html: string, here: string): { links: string[]; forms: PageForm[] } {
  const origin = 'http://here.invalid';
  const toPath = (href: string) => {
    if (!URL.canParse(href, origin + here)) return null;
    const url = new URL(href, origin + here);
    return url.origin === origin ? url.pathname + url.search : null;
  };
  const links = new Set<string>();
  const forms: PageForm[] = [];
  for (const element of walk(parse(html))) {
    const link = element.tagName === 'a' && toPath(attribute(element, 'href') ?? '');
    if (link) links.add(link);
    if (element.tagName === 'form') forms.push(readForm(element, toPath));
  }
  return { links: [...links], forms };
}

function readForm(form: Element, toPath: (href: string) => string | null): PageForm {
  const fields: [string, string][] = [];
  const files: string[] = [];
  for (const part of walk(form)) {
    const name = attribute(part, 'name');
    if (!name) continue;
    const value = attribute(part, 'value') ?? '';
    if (part.tagName === 'input') {
      const type = attribute(part, 'type');
      if (type === 'file') files.push(name);
      else if (type !== 'checkbox' && type !== 'radio') fields.push([name, value]);
      else if (attribute(part, 'checked') !== undefined) fields.push([name, value || 'on']);
    } else if (part.tagName === 'textarea') fields.push([name, textIn(part)]);
    else if (part.tagName === 'button') fields.push([name, value]);
    else if (part.tagName === 'select') {
      const options = [...walk(part)].filter(({ tagName }) => tagName === 'option');
      const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
      fields.push([name, chosen ? (attribute(chosen, 'value') ?? textIn(chosen)) : '']);
    }
  }
  return {
    method: (attribute(form, 'method') ?? 'get').toUpperCase(),
    action: toPath(attribute(form, 'action') ?? '') ?? '/',
    fields,
    files,
  };
}
