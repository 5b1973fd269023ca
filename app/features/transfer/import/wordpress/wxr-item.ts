// One <item> of a WordPress export: a post, page, attachment, menu and so on.
import type { SeoField } from '~/features/seo/seo';

interface CustomField {
  name: string;
  /** Its value if that is a text, otherwise ''. */
  prose: string;
}

export interface WxrItem {
  postId: string;
  type: string;
  status: string;
  title: string;
  link: string;
  slug: string;
  creator: string;
  content: string;
  excerpt: string;
  /** `2024-05-06 07:08:09` in UTC; zeros for never. */
  dateGmt: string;
  modifiedGmt: string;
  /** In the old site's time zone. */
  date: string;
  password: string;
  isSticky: boolean;
  attachmentUrl: string;
  terms: { domain: string; slug: string; name: string }[];
  meta: Record<string, string>;
  /** Without those that WordPress and plugins hide; at most MAX_CUSTOM_FIELDS. */
  customFields: CustomField[];
  customFieldCount: number;
  comments: number;
  /** Id of the post an attachment was uploaded to. */
  parent: string;
  guid: string;
}

/** Search and social fields of the plugins Yoast SEO and Rank Math. The first one with a value is used. */
export const SEO_META: Record<SeoField, readonly string[]> = {
  searchTitle: ['_yoast_wpseo_title', 'rank_math_title'],
  searchDescription: ['_yoast_wpseo_metadesc', 'rank_math_description'],
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  hideFromSearch: ['_yoast_wpseo_meta-robots-noindex', 'rank_math_robots'],
  socialTitle: socialMeta('title'),
  socialDescription: socialMeta('description'),
  socialImage: socialMeta('image'),
};

function socialMeta(name: string): string[] {
  return [
    ...[`_yoast_wpseo_opengraph-${name}`, `rank_math_facebook_${name}`],
    ...[`_yoast_wpseo_twitter-${name}`, `rank_math_twitter_${name}`],
  ];
}

/** The meta keys that are used; plugins can store long values under others. */
const META = new Set([
  ...['_thumbnail_id', '_wp_attachment_image_alt', 'footnotes'],
  ...Object.values(SEO_META).flat(),
]);

const FIELDS: Record<
  string,
  | 'postId'
  | 'type'
  | 'status'
  | 'title'
  | 'link'
  | 'slug'
  | 'creator'
  | 'content'
  | 'excerpt'
  | 'dateGmt'
  | 'modifiedGmt'
  | 'date'
  | 'password'
  | 'attachmentUrl'
  | 'parent'
  | 'guid'
> = {
  'wp:post_id': 'postId',
  'wp:post_type': 'type',
  'wp:status': 'status',
  title: 'title',
  link: 'link',
  'wp:post_name': 'slug',
  'dc:creator': 'creator',
  'content:encoded': 'content',
  'excerpt:encoded': 'excerpt',
  'wp:post_date_gmt': 'dateGmt',
  'wp:post_modified_gmt': 'modifiedGmt',
  'wp:post_date': 'date',
  'wp:post_password': 'password',
  'wp:attachment_url': 'attachmentUrl',
  'wp:post_parent': 'parent',
  guid: 'guid',
};

/** Per post; a limit against malformed files. */
const MAX_TERMS = 300;
const MAX_CUSTOM_FIELDS = 300;
const MAX_FIELD_NAME = 200;
/** Of all custom fields of a post, in characters. */
const MAX_PROSE = 200_000;

/** Several words. Plugins store numbers, names, serialized lists and JSON. */
const isProse = (value: string) =>
  (/\S\s+\S/.test(value) ||
    /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(value)) &&
  !/^(?:[abdiOs]:\d|[[{])/.test(value);

const emptyItem = (): WxrItem => ({
  postId: '',
  type: '',
  status: '',
  title: '',
  link: '',
  slug: '',
  creator: '',
  content: '',
  excerpt: '',
  dateGmt: '',
  modifiedGmt: '',
  date: '',
  password: '',
  isSticky: false,
  attachmentUrl: '',
  terms: [],
  meta: {},
  customFields: [],
  customFieldCount: 0,
  comments: 0,
  parent: '',
  guid: '',
});

/** Collects an item's elements as they close; `path` is relative to the item. */
export class ItemCollector {
  readonly item = emptyItem();
  #metaKey = '';
  #proseLength = 0;

  close(path: string, text: string, attributes: Record<string, string>): void {
    const { item } = this;
    const field = FIELDS[path];
    if (field) item[field] = field === 'content' || field === 'excerpt' ? text : text.trim();
    else if (path === 'category') {
      if (item.terms.length >= MAX_TERMS) return;
      const { domain = '', nicename = '' } = attributes;
      item.terms.push({ domain, slug: nicename, name: text.trim() });
    } else if (path === 'wp:is_sticky') item.isSticky = text.trim() === '1';
    else if (path === 'wp:postmeta/wp:meta_key') this.#metaKey = text.trim();
    else if (path === 'wp:postmeta/wp:meta_value') {
      if (META.has(this.#metaKey)) item.meta[this.#metaKey] = text.trim();
      else if (!this.#metaKey.startsWith('_')) this.#addCustomField(text.trim());
    } else if (path === 'wp:comment') item.comments += 1;
  }

  #addCustomField(value: string): void {
    const { item } = this;
    item.customFieldCount += 1;
    if (item.customFields.length >= MAX_CUSTOM_FIELDS) return;
    const prose = isProse(value) ? value.slice(0, MAX_PROSE - this.#proseLength) : '';
    this.#proseLength += prose.length;
    item.customFields.push({ name: this.#metaKey.slice(0, MAX_FIELD_NAME), prose });
  }
}
