// Converts a WordPress post to an article or a page.

import { SEO_LABELS, type Seo, toSeo } from '~/features/seo/seo';
import { InvalidError } from '~/lib/errors';
import { htmlToText } from '~/lib/html/clean-html';
import { cutText } from '~/lib/text';
import { noteCaption, noteSummaryLinks } from '../plain-text';
import {
  DEFAULT_CATEGORY,
  type PostPlace,
  pickSeo,
  type SourcePost,
  type SourceStatus,
} from '../source-post';
import { listGalleries } from './shortcodes';
import { readWordpressHtml } from './wordpress-html';
import { WxrReader } from './wxr-events';
import { ItemCollector, SEO_META, type WxrItem } from './wxr-item';

const encode = (text: string) => new TextEncoder().encode(text);
const ITEM = 'rss/channel/item';

/** @param bytes of `<item>…</item>` only */
export function readWxrPost(bytes: Uint8Array, place: PostPlace): SourcePost {
  const collector = new ItemCollector();
  let items = 0;
  const reader = new WxrReader({
    close(path, text, attributes) {
      if (path === ITEM) items += 1;
      else if (path.startsWith(`${ITEM}/`)) collector.close(path.slice(ITEM.length + 1), text, attributes);
    },
  });
  reader.write(encode('<rss><channel>'));
  reader.write(bytes);
  reader.write(encode('</channel></rss>'));
  reader.end();
  if (items !== 1) throw new InvalidError('The file has changed since it was analyzed. Upload it again.');
  return toPost(collector.item, place);
}

function toPost(item: WxrItem, place: PostPlace): SourcePost {
  const { kind, sourceId, attachments = {}, gallery = [], galleries = {} } = place;
  const attached = { attachments, gallery, galleries };
  const { html, notes } = readWordpressHtml(item.content, attached, item.meta.footnotes);
  const thumbnail = item.meta._thumbnail_id ?? '';
  const featured = attachments[thumbnail];
  const status = wxrStatusOf(item) ?? 'draft';
  const seo = seoOf(item, notes);
  if (item.password) notes.push('It had a password, so it was imported as a draft.');
  else if (item.status === 'private') notes.push('It was private, so it was imported as a draft.');
  if (thumbnail && !featured) notes.push(`Its featured image is missing from the export (ID ${thumbnail}).`);
  notes.push(...noteCaption(featured?.caption ?? ''), ...noteSummaryLinks(item.excerpt));
  for (const { name, prose } of item.customFields)
    if (prose) notes.push(`The text of its custom field “${name}” was not imported: ${prose}`);
  return {
    kind,
    sourceId,
    title: htmlToText(item.title),
    slug: decodeSlug(item.slug),
    summary: htmlToText(item.excerpt) || seo.searchDescription || '',
    html,
    status,
    publishedAt: toMoment(item.dateGmt) ?? toMoment(item.date),
    createdAt: toMoment(item.dateGmt) ?? toMoment(item.date),
    updatedAt: toMoment(item.modifiedGmt),
    authorIds: authorIdsOf(item),
    termIds: termsOf(item).map(({ id }) => id),
    imageUrl: featured?.url ?? null,
    imageAlt: featured?.alt ?? '',
    isFeatured: item.isSticky,
    seo,
    oldAddress: status === 'published' ? item.link || null : null,
    notes,
  };
}

/** `%%sep%%`, `%sitename%`: templates that the plugins fill in when they print a page. */
const TEMPLATE = /%%[a-z_]+%%|%[a-z_]+%/gi;

function seoOf({ meta }: Pick<WxrItem, 'meta'>, notes: string[]): Seo {
  const fields = pickSeo((field) => {
    const values = SEO_META[field].map((key) => meta[key] ?? '').filter(Boolean);
    if (field === 'hideFromSearch') return values.slice(0, 1);
    if (field === 'canonicalUrl' || field === 'socialImage') return values;
    return values.map(htmlToText).filter((text) => {
      const fixed = text.replace(TEMPLATE, '');
      // A template that has only variables adds nothing to the post's own fields.
      if (fixed !== text && /[\p{L}\p{N}]/u.test(fixed))
        notes.push(`Its “${SEO_LABELS[field]}” was left out, because it contains plugin variables: ${text}`);
      return fixed === text;
    });
  }, notes);
  // Yoast stores 1 for hidden and 2 for shown, Rank Math a serialized list.
  const isHidden = fields.hideFromSearch === '1' || fields.hideFromSearch.includes('noindex');
  return toSeo({ ...fields, hideFromSearch: isHidden ? 'on' : '' });
}

const MAX_ID_LENGTH = 300;

/** Identifies a post in its file. Files of other tools may have no ids. */
export function sourceIdOf({ postId, guid, link, type, slug, title }: WxrItem): string {
  return postId || cutText(guid || link || `${type}:${slug || title}`, 0, MAX_ID_LENGTH);
}

/** Null for posts that were never saved. */
export function wxrStatusOf({ status, password }: Pick<WxrItem, 'status' | 'password'>): SourceStatus | null {
  if (status === 'auto-draft' || status === 'inherit') return null;
  if (status === 'trash') return 'trash';
  if (password) return 'draft';
  if (status === 'publish') return 'published';
  return status === 'future' ? 'scheduled' : 'draft';
}

/** The taxonomy of the plugin Co-Authors Plus: a term per author, whose slug is `cap-` and the name in URLs. */
export const AUTHOR_TAXONOMY = 'author';

export const withoutCap = (slug: string) => slug.replace(/^cap-/, '');

/**
 * The account that wrote the post, or the authors that Co-Authors Plus names. The file doesn't keep their order, so the
 * account comes first if it is one of them.
 */
export function authorIdsOf({ terms, creator }: Pick<WxrItem, 'terms' | 'creator'>): string[] {
  const named = terms
    .filter(({ domain }) => domain === AUTHOR_TAXONOMY)
    .map(({ name, slug }) => name || withoutCap(slug))
    .filter(Boolean);
  const isNamed = named.length === 0 || named.includes(creator);
  return [...new Set([...(isNamed && creator ? [creator] : []), ...named])];
}

/** Categories first, then tags, in file order. */
export function termsOf({ terms }: Pick<WxrItem, 'terms'>) {
  const named = terms.filter(({ slug }) => slug !== '');
  const of = (kind: 'category' | 'tag', domain: string) =>
    named
      .filter((term) => term.domain === domain)
      .map(({ slug, name }) => ({ id: `${kind}:${slug}`, kind, slug, name: name || slug }));
  return [...of('category', 'category'), ...of('tag', 'post_tag')];
}

/** The first category, without WordPress's default one. Articles have one category here. */
export const firstCategoryOf = (item: Pick<WxrItem, 'terms'>) =>
  termsOf(item).find(({ kind, slug }) => kind === 'category' && slug !== DEFAULT_CATEGORY);

/** Posts whose uploads the galleries show in full; '' is this post. */
export const galleryPosts = (content: string): string[] => [
  ...new Set(listGalleries(content).flatMap(({ ids, post }) => (ids.length > 0 ? [] : [post]))),
];

/** Ids of the attachments a post refers to: its featured image and galleries. */
export function attachmentIds({ meta, content }: Pick<WxrItem, 'meta' | 'content'>): string[] {
  const ids = listGalleries(content).flatMap((gallery) => gallery.ids);
  return [...new Set([meta._thumbnail_id ?? '', ...ids])].filter((id) => /^[1-9]\d*$/.test(id));
}

/** `2024-05-06 07:08:09` -> ISO 8601; null for zeros and invalid dates. */
export function toMoment(written: string): string | null {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(written) || written.startsWith('0000')) return null;
  const moment = new Date(`${written.slice(0, 10)}T${written.slice(11, 19)}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Decodes percent-encoded slugs, and removes the suffix that WordPress adds in the trash. */
export function decodeSlug(written: string): string {
  const slug = written.replace(/__trashed(?:-\d+)?$/, '');
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
