// Accounts for every element of an imported text: what the site can show stays or becomes a link, and a note
// names everything else.
import { isPlayer } from '~/lib/html/article-blocks';
import { cleanAttributes, ruleForTag } from '~/lib/html/clean-rules';
import { findEmbed } from '~/lib/html/embeds';
import { SIGN_UP_FORM } from '~/lib/html/foreign-cards';
import { fromFootnoteLists } from '~/lib/html/foreign-footnotes';
import {
  element,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isBlankNode,
  textOf,
} from '~/lib/html/html-tree';
import { addressesOf, backgroundOf, listShownLinks, listSources, withScheme } from './element-addresses';
import { addNotes } from './import-report';
import { isFileOfOldSite, isImageOfOldSite, type OldSite, srcOf, toImageAddress } from './old-site';

interface Accounted {
  nodes: HtmlNode[];
  notes: string[];
}

/** Controls of Ghost's players and collapsible cards, which are not content. */
const CONTROLS = [
  'kg-video-overlay',
  'kg-video-player-container',
  'kg-audio-player',
  'kg-toggle-card-icon',
  'kg-file-card-icon',
];
/** Outdated elements and <ins>, and the elements that replace them. */
const REPLACED = new Map([
  ['strike', 's'],
  ['ins', 'u'],
  ['acronym', 'abbr'],
]);
const EMBEDDED = new Set(['iframe', 'video', 'audio', 'embed', 'object']);
const FIELDS = new Set(['input', 'select', 'textarea']);
const KINDS: Record<string, string> = { video: 'video', audio: 'audio file' };
const MAX_FORM_LENGTH = 400;

/**
 * @param nodes the original text, not cleaned
 * @returns the text that cleaning keeps, and notes on the rest
 */
export function keepOrReport(nodes: readonly HtmlNode[], site: OldSite): Accounted {
  const walk = new Walk(site, new Set(listSources(nodes, site)));
  return { nodes: walk.all(fromFootnoteLists(nodes), true), notes: walk.notes };
}

class Walk {
  readonly notes: string[] = [];

  constructor(
    private readonly site: OldSite,
    /** Addresses of the images outside <noscript>. */
    private readonly images: ReadonlySet<string>,
  ) {}

  /** @param isRoot whether the nodes are not inside any other element */
  all(nodes: readonly HtmlNode[], isRoot = false): HtmlNode[] {
    return nodes.flatMap((node) => (typeof node === 'string' ? [node] : this.#one(node, isRoot)));
  }

  #one(node: HtmlElement, isRoot: boolean): HtmlNode[] {
    const { tag, attributes, children } = node;
    if (CONTROLS.some((name) => hasClass(node, name))) return [];
    if (EMBEDDED.has(tag)) return this.#embedded(node, isRoot);
    if (tag === 'img') return this.#image(node);
    if (tag === 'a') return this.#link(node);
    if (tag === 'area') return attributes.href ? this.#link(linkTo(attributes.href, attributes.alt)) : [];
    if (tag === 'details') return this.#details(children);
    if (hasClass(node, SIGN_UP_FORM)) return this.#signUp(node);
    if (hasClass(node, 'kg-product-card-rating')) return [toRating(node)];
    if (tag === 'form') return this.#form(node);
    if (FIELDS.has(tag)) return this.#removed('A form field', node);
    if (tag === 'noscript') return this.#withoutKnownImages(children);
    if (ruleForTag(tag) === 'drop') return this.#dropped(node);
    this.#attributes(node);
    const background = backgroundOf(attributes.style ?? '');
    const image = background ? this.#one(element('img', [], { src: background }), false) : [];
    const kept = this.all(children);
    if (tag === 'figure' && isBlankNode(kept)) return image;
    return [...image, { ...node, tag: REPLACED.get(tag) ?? tag, children: kept }];
  }

  /** Attributes with a text or an address that the element cannot have here. */
  #attributes({ tag, attributes }: HtmlElement): void {
    const replaced = element(REPLACED.get(tag) ?? tag, [], attributes);
    for (const name of ['title', 'aria-label', 'cite'])
      if (attributes[name]?.trim() && !cleanAttributes(replaced)[name])
        this.#note(`The attribute “${name}” of an element <${tag}> was removed: ${attributes[name]}`);
  }

  #note(note: string): void {
    addNotes(this.notes, [note]);
  }

  /** A supported embed stays. Other media become a link, because only images are copied. */
  #embedded(node: HtmlElement, isRoot: boolean): HtmlNode[] {
    const { tag, attributes, children } = node;
    const [address] = addressesOf(node);
    const embed = findEmbed(address ?? '');
    const title = attributes.title ?? attributes['aria-label'];
    const what = KINDS[tag] ?? 'embedded page or file';
    const fallback = tag === 'object' ? '' : oneLine(textOf(children));
    if (fallback)
      this.#note(`The text for browsers that cannot show the ${what} was left out: “${fallback}”`);
    if (address && embed && tag === 'iframe') {
      if (title) this.#note(`The title of the ${what} ${address} was left out: “${title}”`);
      return [element(tag, [], { src: address })];
    }
    const link = address ? (embed?.url ?? toImageAddress(address, this.site)) : null;
    for (const further of addressesOf(node).slice(1))
      this.#note(`Another source of the ${what} was left out: ${further}`);
    if (link && isPlayer(tag) && /^https:/i.test(link)) return this.#player(node, link, isRoot);
    const poster = attributes.poster ? this.#image(element('img', [], { src: attributes.poster })) : [];
    // Text inside an object is its fallback for readers without the plugin.
    const inside = tag === 'object' ? this.all(children) : [];
    if (!link) {
      const named = title ? `${oneLine(address ?? '')} (“${title}”)` : oneLine(address ?? '');
      this.#note(named ? `The ${what} ${named.trim()} was removed.` : `An empty ${what} was removed.`);
      return [...poster, ...inside];
    }
    if (listShownLinks(inside).includes(address ?? '')) return inside;
    this.#note(`The ${what} ${link} was not copied. The text links to it.`);
    const linked = linkTo(link, title);
    return [...poster, isRoot ? element('p', [linked]) : linked, ...inside];
  }

  /** A player keeps its address, because only images are copied. */
  #player({ tag, attributes }: HtmlElement, src: string, isRoot: boolean): HtmlNode[] {
    const { width, height, poster = '', title = attributes['aria-label'] } = attributes;
    const [image] = poster ? this.#image(element('img', [], { src: poster })) : [];
    const player = element(tag, [], {
      src,
      ...(image && { poster }),
      ...(width && height && { width, height }),
    });
    const named = title ? `${src} (“${title}”)` : src;
    this.#note(`The ${KINDS[tag]} ${named} was not copied. It plays from this address.`);
    return [isRoot ? element('figure', [player]) : player];
  }

  #image(node: HtmlElement): HtmlNode[] {
    const src = srcOf(node);
    if (/^data:/i.test(src) || toImageAddress(src, this.site)) return [node];
    const alt = node.attributes.alt ? ` (“${node.attributes.alt}”)` : '';
    this.#note(
      src
        ? `The image ${src}${alt} was skipped, because its full URL is unknown.`
        : `An image without a URL${alt} was removed.`,
    );
    return [];
  }

  #link(node: HtmlElement): HtmlNode[] {
    this.#attributes(node);
    const href = withScheme(node.attributes.href ?? '');
    const children = this.all(node.children);
    if (href.startsWith('#')) {
      this.#note('Links to places within the text were removed. Their text was kept.');
      return children;
    }
    if (href.trim() && !cleanAttributes(element('a', [], { href })).href) {
      this.#note(`A link was removed, because its address cannot be opened here: ${oneLine(href)}`);
      return children;
    }
    const address = toImageAddress(href, this.site);
    if (isFileOfOldSite(href, this.site))
      this.#note(`It links to a file that was not copied: ${address ?? href}`);
    else if (address && isImageOfOldSite(href, this.site) && !this.images.has(address))
      this.#note(`The link to the image ${address} was removed. Only images in the text are copied.`);
    return [{ ...node, attributes: { ...node.attributes, href }, children }];
  }

  /** A section without a title stays open: readers would have nothing to click. */
  #details(children: readonly HtmlNode[]): HtmlNode[] {
    const kept = this.all(children);
    const summary = kept.find((child) => isElement(child, 'summary') && !isBlankNode([child]));
    const text = kept.flatMap((child) =>
      child === summary ? [] : isElement(child, 'summary') ? child.children : [child],
    );
    while (typeof text[0] === 'string' && text[0].trim() === '') text.shift();
    if (summary) return [element('details', [summary, ...text])];
    if (!isBlankNode(text)) this.#note('A collapsible section without a title is always open here.');
    return text;
  }

  /** The sign-up block has its own texts. */
  #signUp(form: HtmlElement): HtmlNode[] {
    this.#removed('A sign-up form became the newsletter sign-up block. Its own text', form);
    return [{ ...form, children: [] }];
  }

  /** A form without an end tag contains the rest of the text, which stays. */
  #form(node: HtmlElement): HtmlNode[] {
    if (textOf(node.children).length <= MAX_FORM_LENGTH) return this.#removed('A form', node);
    this.#note('A form was removed. Its text was kept.');
    return this.all(node.children);
  }

  /** Lazy-loading plugins repeat their images in <noscript>. */
  #withoutKnownImages(children: readonly HtmlNode[]): HtmlNode[] {
    return this.all(children).filter(
      (child) => !isElement(child, 'img') || !this.images.has(toImageAddress(srcOf(child), this.site) ?? ''),
    );
  }

  #dropped(node: HtmlElement): HtmlNode[] {
    const { tag, attributes } = node;
    if (tag === 'script' && attributes.src) {
      this.#note(`A script was removed: ${attributes.src}`);
      return [];
    }
    if (tag === 'script') return this.#removed('A script', node);
    if (tag === 'style') return this.#removed('A style sheet', node);
    if (tag === 'svg') return this.#removed('A drawing (SVG)', node);
    if (tag === 'math') return this.#removed('A formula (MathML)', node);
    return this.#removed(`The element <${tag}>`, node);
  }

  #removed(what: string, node: HtmlElement): HtmlNode[] {
    const text = oneLine([...listTexts(node)].join(' '));
    this.#note(text ? `${what} was removed: “${text}”` : `${what} was removed.`);
    return [];
  }
}

const isElement = (node: HtmlNode, tag: string): node is HtmlElement =>
  typeof node !== 'string' && node.tag === tag;

/** Ghost draws five stars. */
function toRating({ children }: HtmlElement): HtmlElement {
  const stars = children.filter(
    (child) => typeof child === 'object' && hasClass(child, 'kg-product-card-rating-active'),
  );
  return element('p', [`Rating: ${stars.length} of 5`]);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function linkTo(href: string, text?: string): HtmlElement {
  return element('a', [text?.trim() || href], { href });
}

/** What a removed element shows: its text, the values and descriptions of fields, and the addresses of links, images and forms. */
function* listTexts(node: HtmlNode): Generator<string> {
  if (typeof node === 'string') {
    yield node;
    return;
  }
  const {
    type,
    placeholder,
    value,
    alt,
    title,
    label,
    href,
    src,
    action,
    'aria-label': spoken,
  } = node.attributes;
  if (type !== 'hidden')
    for (const text of [placeholder, value, alt, title, label, spoken, href, src, action])
      if (text && !text.startsWith('#')) yield text;
  for (const child of node.children) yield* listTexts(child);
}
