// Converts a Ghost post to an article or a page.
import { z } from 'zod';
import { type SeoField, toSeo, toSeoFields } from '~/features/seo/seo';
import { InvalidError } from '~/lib/errors';
import { escapeHtml } from '~/lib/html/escape';
import { cutText } from '~/lib/text';
import { noteCaption } from '../plain-text';
import { type PostPlace, pickSeo, type SourcePost, type SourceStatus } from '../source-post';

const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : ''));
const id = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''));
const filledId = id.refine((value) => value !== '' && value.length <= 100);

export const GhostPost = z.object({
  id: filledId,
  title: text,
  slug: text,
  html: text,
  plaintext: text,
  mobiledoc: text,
  lexical: text,
  feature_image: text,
  featured: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 1),
  type: text,
  /** 1 for a page, in old exports. */
  page: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 1),
  status: text,
  visibility: text.transform((value) => value || 'public'),
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  published_at: z.unknown().optional(),
  custom_excerpt: text,
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  author_id: id,
});
export type GhostPost = z.infer<typeof GhostPost>;

export const GhostTag = z.object({
  id: filledId,
  name: text,
  slug: text,
  description: text,
  visibility: text,
});
export const GhostUser = z.object({ id: filledId, name: text, bio: text });
export const GhostLink = z.object({
  post_id: filledId,
  tag_id: id,
  author_id: id,
  sort_order: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'number' ? value : 0)),
});
const MAX_FRONT_MATTER = 20_000;

export const GhostMeta = z.object({
  post_id: filledId,
  feature_image_alt: text,
  /** HTML. */
  feature_image_caption: text,
  meta_title: text,
  meta_description: text,
  og_title: text,
  og_description: text,
  og_image: text,
  twitter_title: text,
  twitter_description: text,
  twitter_image: text,
  email_subject: text,
  frontmatter: text,
});

/** The search and social fields of a post, with notes on what has no place here, such as texts for Twitter that differ. */
export function seoOfMeta(meta: z.infer<typeof GhostMeta>): Required<Pick<PostPlace, 'seo' | 'notes'>> {
  const notes: string[] = [];
  if (meta.email_subject) notes.push(`Its email subject was not imported: ${meta.email_subject}`);
  if (meta.frontmatter)
    notes.push(`Its front matter was not imported: ${cutText(meta.frontmatter, 0, MAX_FRONT_MATTER)}`);
  const values: Partial<Record<SeoField, string[]>> = {
    searchTitle: [meta.meta_title],
    searchDescription: [meta.meta_description],
    socialTitle: [meta.og_title, meta.twitter_title],
    socialDescription: [meta.og_description, meta.twitter_description],
    socialImage: [meta.og_image, meta.twitter_image],
  };
  return { seo: toSeo(pickSeo((field) => values[field] ?? [], notes)), notes };
}
export const GhostSetting = z.object({ key: text, value: text });

const DISPLAY_FACTS = [
  ...['meta_title', 'meta_description', 'og_title', 'og_description', 'og_image', 'twitter_title'],
  ...['twitter_description', 'twitter_image', 'canonical_url', 'feature_image', 'accent_color'],
  ...['codeinjection_head', 'codeinjection_foot', 'profile_image', 'cover_image', 'website', 'location'],
  ...['facebook', 'twitter', 'threads', 'bluesky', 'mastodon', 'tiktok', 'youtube', 'instagram', 'linkedin'],
];
const Facts = z.record(z.string(), text);

/** The fields of a tag or author that have no equivalent here, for the report: `(meta title: “…”)`; '' if it has none. */
export function displayFacts(bytes: Uint8Array): string {
  const row = readGhostJson(Facts, bytes) ?? {};
  const facts = DISPLAY_FACTS.flatMap((name) =>
    row[name] ? [`${name.replaceAll('_', ' ')}: “${row[name]}”`] : [],
  );
  return facts.length > 0 ? `(${facts.join(', ')})` : '';
}

/** Null if the value does not match the schema. @throws InvalidError for invalid JSON */
export function readGhostJson<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidError('The file is damaged: it is not valid JSON.');
    throw error;
  }
}

export const isPage = ({ type, page }: Pick<GhostPost, 'type' | 'page'>): boolean => type === 'page' || page;

/** Members-only posts become drafts, so that an import never makes them public. */
export function ghostStatusOf({
  status,
  visibility,
}: Pick<GhostPost, 'status' | 'visibility'>): SourceStatus {
  if (visibility !== 'public') return 'draft';
  return status === 'published' || status === 'scheduled' ? status : 'draft';
}

/** Ghost's placeholder for the URL of its site. */
const GHOST_URL = /__GHOST_URL__|%%GHOST_URL%%/g;

/** @param bytes of the post's JSON object only */
export function readGhostPost(bytes: Uint8Array, place: PostPlace, siteUrl: string): SourcePost {
  const post = readGhostJson(GhostPost, bytes);
  if (!post) throw new InvalidError('The file has changed since it was analyzed. Upload it again.');
  const notes = [...(place.notes ?? [])];
  if (post.visibility !== 'public')
    notes.push(`It was for ${post.visibility} only, so it was imported as a draft.`);
  else if (post.status === 'sent') notes.push('It was sent by email only, so it was imported as a draft.');
  for (const code of [post.codeinjection_head, post.codeinjection_foot])
    if (code.trim()) notes.push(`Its injected code was removed: ${code.trim()}`);
  notes.push(...noteCaption(place.imageCaption ?? ''));
  const status = ghostStatusOf(post);
  const here = (address: string) => address.replace(GHOST_URL, siteUrl);
  return {
    kind: place.kind,
    sourceId: post.id,
    title: post.title.trim(),
    slug: post.slug,
    summary: post.custom_excerpt.trim() || (place.summary ?? ''),
    html: here(post.html.trim() || toParagraphs(post.plaintext)),
    status,
    publishedAt: toMoment(post.published_at),
    createdAt: toMoment(post.created_at),
    updatedAt: toMoment(post.updated_at),
    authorIds: place.authorIds ?? (place.authorId ? [place.authorId] : []),
    termIds: place.termIds ?? [],
    imageUrl: here(post.feature_image) || null,
    imageAlt: place.imageAlt ?? '',
    isFeatured: post.featured,
    seo: toSeo({
      ...toSeoFields(place.seo),
      canonicalUrl: here(post.canonical_url),
      socialImage: here(place.seo?.socialImage ?? ''),
    }),
    oldAddress: status === 'published' && post.slug ? `${siteUrl}/${post.slug}/` : null,
    notes,
  };
}

/** Parses ISO 8601, or the milliseconds of old exports. */
function toMoment(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const moment = new Date(value);
  // Postgres cannot parse the format that JavaScript writes for other years.
  const isReal = moment.getUTCFullYear() > 0 && moment.getUTCFullYear() < 10_000;
  return isReal ? moment.toISOString() : null;
}

function toParagraphs(plain: string): string {
  return plain
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) => `<p>${escapeHtml(piece).replaceAll('\n', '<br />')}</p>`)
    .join('\n');
}
