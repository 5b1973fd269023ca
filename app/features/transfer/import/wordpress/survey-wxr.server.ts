// Analyzes a WordPress export: its contents, the offset of each post, and what cannot be imported.
import { InvalidError } from '~/lib/errors';
import { htmlToText } from '~/lib/html/clean-html';
import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import { isImageFile } from '../old-site';
import {
  type Attachment,
  MAX_POSTS,
  type PostPlace,
  type SourceAuthor,
  type SourceTerm,
  type SurveyedFile,
  TOO_MANY_POSTS,
} from '../source-post';
import { noteAuthors, noteTerms, ofPages, Tally } from '../tally';
import { withHead } from '../with-head';
import { fileOf, hashFile, hashFiles } from './media-files';
import { MAX_IMAGES } from './shortcodes';
import { MAX_TEXT_BYTES, WxrReader } from './wxr-events';
import { ItemCollector, type WxrItem } from './wxr-item';
import {
  AUTHOR_TAXONOMY,
  attachmentIds,
  authorIdsOf,
  decodeSlug,
  firstCategoryOf,
  galleryPosts,
  sourceIdOf,
  termsOf,
  withoutCap,
  wxrStatusOf,
} from './wxr-post';

const ITEM = 'rss/channel/item';
const MAX_URL_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 200;
const MAX_ALT_LENGTH = 500;
const MAX_CAPTION_LENGTH = 2_000;
const MAX_SHOWN_DESCRIPTION = 300;

const OWN_TAXONOMIES = new Set(['category', 'post_tag', 'nav_menu', 'wp_theme', AUTHOR_TAXONOMY]);
/** Authors without an account, of the plugin Co-Authors Plus. */
const GUEST_AUTHOR = 'guest-author';
const NO_TAXONOMY = 'Only categories and tags are imported.';

const MENUS = new Set([
  'nav_menu_item',
  'custom_css',
  'customize_changeset',
  'wp_global_styles',
  'wp_navigation',
]);

/** @throws InvalidError if the file is not a WordPress export */
export async function surveyWxr(bytes: AsyncIterable<Uint8Array>): Promise<SurveyedFile> {
  const survey = new WxrSurvey();
  const reader = new WxrReader(survey);
  for await (const chunk of withHead(bytes)) reader.write(chunk);
  reader.end();
  return survey.finish();
}

class WxrSurvey {
  readonly #places: (PostPlace & { wanted: string[]; shown: string[] })[] = [];
  readonly #attachments = new Map<string, Attachment>();
  /** Ids of the images that were uploaded to each post. */
  readonly #uploads = new Map<string, string[]>();
  /** The files that texts show or link to, as `hashFile` returns them. */
  readonly #files = new Set<number>();
  readonly #terms = new Map<string, SourceTerm>();
  readonly #authors = new Map<string, SourceAuthor>();
  readonly #tally = new Tally();
  readonly #seen = new Set<string>();
  #collector: ItemCollector | null = null;
  #from = 0;
  #siteName = '';
  #siteUrl = '';
  #term: Record<string, string> = {};

  open(path: string, _attributes: Record<string, string>, at: number): void {
    if (path === ITEM) {
      this.#collector = new ItemCollector();
      this.#from = at;
    } else if (/^rss\/channel\/wp:(author|category|tag|term)$/.test(path)) this.#term = {};
  }

  close(path: string, text: string, attributes: Record<string, string>, at: number): void {
    if (path === ITEM) {
      if (this.#collector) this.#end(this.#collector.item, at);
      this.#collector = null;
    } else if (path.startsWith(`${ITEM}/`)) {
      this.#collector?.close(path.slice(ITEM.length + 1), text, attributes);
    } else if (path === 'rss/channel/title') this.#siteName = text.trim();
    else if (path === 'rss/channel/link') this.#siteUrl ||= text.trim();
    else if (path === 'rss/channel/wp:base_blog_url') this.#siteUrl = text.trim() || this.#siteUrl;
    else this.#closeTerm(path, text);
  }

  #closeTerm(path: string, text: string): void {
    const [, kind = '', field = ''] =
      /^rss\/channel\/wp:(author|category|tag|term)(?:\/wp:(\w+))?$/.exec(path) ?? [];
    if (!kind) return;
    if (field) {
      this.#term[field] = text.trim();
      return;
    }
    const found = this.#term;
    if (kind === 'author' && found.author_login) {
      const id = found.author_login;
      this.#authors.set(id, { id, name: found.author_display_name || id });
    } else if (kind === 'category' && found.category_nicename) {
      this.#addTerm(
        'category',
        found.category_nicename,
        found.cat_name ?? '',
        found.category_description ?? '',
        found.category_parent,
      );
    } else if (kind === 'tag' && found.tag_slug) {
      this.#addTerm('tag', found.tag_slug, found.tag_name ?? '', found.tag_description ?? '');
    } else if (kind === 'term' && !OWN_TAXONOMIES.has(found.term_taxonomy ?? '')) {
      this.#tally.drop(`Terms of the taxonomy “${found.term_taxonomy}”`, 1, NO_TAXONOMY, found.term_name);
    }
  }

  #addTerm(kind: SourceTerm['kind'], slug: string, name: string, description: string, parent = ''): string {
    const id = `${kind}:${slug}`;
    if (!this.#terms.has(id))
      this.#terms.set(id, { id, kind, slug, name: name || slug, description, parent });
    return id;
  }

  #end(item: WxrItem, to: number): void {
    const { type, content } = item;
    if (item.comments > 0) this.#tally.drop('Comments', item.comments, 'This site has no comments.');
    if (type === 'attachment') {
      this.#addAttachment(item);
      return;
    }
    if (type === GUEST_AUTHOR) {
      this.#addAuthor(withoutCap(item.slug), item.title);
      return;
    }
    const refusal = this.#findRefusal(item, to - this.#from);
    if (refusal) {
      this.#tally.drop(refusal.what, 1, refusal.why, item.title);
      return;
    }
    const kind = type === 'post' ? 'article' : 'page';
    const sourceId = sourceIdOf(item);
    this.#seen.add(sourceId);
    this.#dropDetails(item);
    if (kind === 'article') this.#countTerms(item);
    for (const id of authorIdsOf(item)) {
      this.#tally.count(`author:${id}`);
      this.#addAuthor(id, '');
      if (kind === 'page') this.#tally.drop(...ofPages('Authors', this.#authors.get(id)?.name ?? id));
    }
    this.#tally.count(kind);
    this.#tally.count(`status:${item.password ? 'private' : item.status}`);
    const wanted = attachmentIds(item);
    for (const file of hashFiles(content)) this.#files.add(file);
    const images = (content.match(/<img\b/gi)?.length ?? 0) + wanted.length;
    this.#tally.count('images', images);
    const slug = toSlug(decodeSlug(item.slug) || item.title);
    if (this.#places.length >= MAX_POSTS) throw new InvalidError(TOO_MANY_POSTS);
    const shown = galleryPosts(content);
    const title = cutText(htmlToText(item.title), 0, MAX_TITLE_LENGTH);
    this.#places.push({ kind, sourceId, slug, title, from: this.#from, to, images, wanted, shown });
  }

  /** @param name '' if it is not known yet: the id is shown until then */
  #addAuthor(id: string, name: string): void {
    const known = this.#authors.get(id);
    if (id && (!known || known.name === id)) this.#authors.set(id, { id, name: name || id });
  }

  #addAttachment({ postId, parent, attachmentUrl: url, excerpt, content, meta, title }: WxrItem): void {
    if (!postId || !url || url.length > MAX_URL_LENGTH) {
      const why = `They have no ID, or their URL is missing or longer than ${MAX_URL_LENGTH.toLocaleString('en-US')} characters.`;
      this.#tally.drop('Media files that cannot be read', 1, why, title);
      return;
    }
    const alt = cutText(meta._wp_attachment_image_alt ?? '', 0, MAX_ALT_LENGTH);
    this.#attachments.set(postId, { url, alt, caption: cutText(excerpt.trim(), 0, MAX_CAPTION_LENGTH) });
    const description = cutText(htmlToText(content), 0, MAX_SHOWN_DESCRIPTION);
    if (description)
      this.#tally.drop(
        'Descriptions of media files',
        1,
        'Media files have no descriptions here.',
        `${fileOf(url)}: ${description}`,
      );
    if (!parent || parent === '0' || !isImageFile(url)) return;
    const uploads = this.#uploads.get(parent);
    if (uploads) uploads.push(postId);
    else this.#uploads.set(parent, [postId]);
  }

  #countTerms(item: WxrItem): void {
    for (const term of termsOf(item)) this.#tally.count(this.#addTerm(term.kind, term.slug, term.name, ''));
    const first = firstCategoryOf(item);
    // Only published articles fill a new category.
    if (first && wxrStatusOf(item) === 'published') this.#tally.count(`first:${first.id}`);
  }

  /** What the import leaves out of a post that it imports. */
  #dropDetails({ terms, customFields, customFieldCount, type }: WxrItem): void {
    const why = 'Only themes and plugins of the old site use them.';
    for (const { name } of customFields) this.#tally.drop('Custom fields', 1, why, name);
    if (customFieldCount > customFields.length)
      this.#tally.drop('Custom fields', customFieldCount - customFields.length, why);
    for (const { domain, name } of terms) {
      if (!OWN_TAXONOMIES.has(domain))
        this.#tally.drop(`Terms of the taxonomy “${domain}”`, 1, NO_TAXONOMY, name);
      else if (type === 'page' && domain !== AUTHOR_TAXONOMY)
        this.#tally.drop(...ofPages('Categories and tags', name));
    }
  }

  /** Why an item cannot be imported; null if it can. */
  #findRefusal(item: WxrItem, bytes: number): { what: string; why: string } | null {
    const { type, title, content } = item;
    if (type !== 'post' && type !== 'page') return refusalForType(type);
    const status = wxrStatusOf(item);
    if (status === null)
      return { what: 'Automatic drafts', why: 'WordPress created them and they were never saved.' };
    if (bytes > MAX_TEXT_BYTES)
      return { what: 'Posts that are too long', why: 'With their comments, they are larger than 24 MB.' };
    if (this.#seen.has(sourceIdOf(item)))
      return { what: 'Duplicate posts', why: 'Each post is imported once.' };
    if (type === 'page' && status !== 'published')
      return { what: 'Pages that are not published', why: 'Pages are always public on this site.' };
    if (!title && !content.trim()) return { what: 'Empty posts', why: 'They have no title and no text.' };
    return null;
  }

  finish(): SurveyedFile {
    const count = (key: string) => this.#tally.counted(key);
    const places = this.#places.map(({ wanted, shown, ...place }): PostPlace => {
      const of = (post: string) => (this.#uploads.get(post) ?? []).slice(0, MAX_IMAGES + 1);
      const gallery = shown.includes('') ? of(place.sourceId) : [];
      const galleries = Object.fromEntries(shown.filter(Boolean).map((post) => [post, of(post)]));
      const uploads = [...gallery, ...Object.values(galleries).flat()];
      const found = [...new Set([...wanted, ...uploads])].flatMap((id) => {
        const attachment = this.#attachments.get(id);
        return attachment ? [[id, attachment] as const] : [];
      });
      return {
        ...place,
        ...(found.length > 0 && { attachments: Object.fromEntries(found) }),
        ...(gallery.length > 0 && { gallery }),
        ...(uploads.length > gallery.length && { galleries }),
        images: place.images + uploads.length,
      };
    });
    const used = new Set(places.flatMap((place) => Object.keys(place.attachments ?? {})));
    for (const [id, { url }] of this.#attachments)
      if (!used.has(id) && !this.#files.has(hashFile(url)))
        this.#tally.drop('Unused media files', 1, 'Only images used in a post are downloaded.', fileOf(url));
    const terms = [...this.#terms.values()].map((term) => ({
      ...term,
      count: count(term.id),
      firsts: count(`first:${term.id}`),
    }));
    const authors = [...this.#authors.values()].map((author) => ({
      ...author,
      count: count(`author:${author.id}`),
    }));
    return {
      places,
      survey: {
        product: 'wordpress',
        siteName: this.#siteName,
        siteUrl: cutText(this.#siteUrl, 0, MAX_URL_LENGTH).replace(/\/+$/, ''),
        articles: count('article'),
        pages: count('page'),
        byStatus: this.#tally.withPrefix('status:'),
        terms: terms.filter((term) => term.count > 0),
        authors: authors.filter((author) => author.count > 0),
        images: count('images'),
        dropped: this.#tally.dropped(),
        notes: [...noteTerms(terms), ...noteAuthors(authors)],
      },
    };
  }
}

function refusalForType(type: string): { what: string; why: string } {
  if (type === 'revision') return { what: 'Revisions', why: 'The revision history starts with the import.' };
  if (MENUS.has(type)) return { what: 'Menus and styles', why: 'They belong to the old site’s theme.' };
  const name = type.replaceAll('_', ' ') || 'unknown';
  return {
    what: `Items of the type “${name}”`,
    why: 'A plugin created them. Only posts and pages are imported.',
  };
}
