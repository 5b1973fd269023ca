// Analyzes a Ghost export: its contents, the offset of each post, and what cannot be imported.
import { InvalidError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import {
  MAX_POSTS,
  type PostPlace,
  type SourceAuthor,
  type SourceTerm,
  type SurveyedFile,
  TOO_MANY_POSTS,
} from '../source-post';
import { noteAuthors, noteTerms, ofPages, Tally } from '../tally';
import { withHead } from '../with-head';
import {
  displayFacts,
  GhostLink,
  GhostMeta,
  GhostPost,
  GhostSetting,
  GhostTag,
  GhostUser,
  ghostStatusOf,
  isPage,
  readGhostJson,
  seoOfMeta,
} from './ghost-post';
import { JsonRanges } from './json-ranges';

const NOT_GHOST = 'This is not a Ghost export. Choose the .json file from Settings → Import/Export.';
const TABLE = /^(?:db\/\/)?data\/(\w+)$/;
const READ = new Set(['posts', 'tags', 'users', 'posts_tags', 'posts_authors', 'posts_meta', 'settings']);

/** @throws InvalidError if the file is not a Ghost export */
export async function surveyGhost(bytes: AsyncIterable<Uint8Array>): Promise<SurveyedFile> {
  const survey = new GhostSurvey();
  const ranges = new JsonRanges(
    (path) => READ.has(TABLE.exec(path)?.[1] ?? ''),
    (path, element, from) => survey.add(TABLE.exec(path)?.[1] ?? '', element, from),
  );
  let isFirst = true;
  for await (const chunk of withHead(bytes)) {
    const isObject = /^(?:ï»¿)?\s*\{/.test(String.fromCharCode(...chunk.subarray(0, 200)));
    if (isFirst && !isObject) throw new InvalidError(NOT_GHOST);
    isFirst = false;
    ranges.write(chunk);
  }
  ranges.end();
  return survey.finish();
}

/** Per post; a limit against malformed files. */
const MAX_LINKS = 300;

interface Ordered {
  id: string;
  order: number;
}

class GhostSurvey {
  readonly #places = new Map<string, PostPlace & { ownAuthor: string | null }>();
  readonly #tags = new Map<string, SourceTerm & { isInternal: boolean }>();
  readonly #users = new Map<string, SourceAuthor>();
  readonly #tagsOf = new Map<string, Ordered[]>();
  readonly #authorsOf = new Map<string, Ordered[]>();
  readonly #metas = new Map<
    string,
    Pick<PostPlace, 'imageAlt' | 'imageCaption' | 'summary' | 'seo' | 'notes'>
  >();
  /** Tags and authors, each with the details that are not imported. */
  readonly #facts: string[] = [];
  readonly #tally = new Tally();
  #siteName = '';
  #rows = 0;

  add(table: string, bytes: Uint8Array, from: number): void {
    this.#rows += 1;
    if (table === 'posts') this.#addPost(bytes, from);
    else if (table === 'tags') {
      const tag = readGhostJson(GhostTag, bytes);
      if (!tag) return;
      const { id, name, slug, visibility } = tag;
      const isInternal = visibility === 'internal' || name.startsWith('#');
      if (!isInternal) this.#noteFacts(name, bytes);
      this.#tags.set(id, {
        id: `tag:${slug}`,
        kind: 'tag',
        name,
        slug,
        description: tag.description,
        parent: '',
        isInternal,
      });
    } else if (table === 'users') {
      const user = readGhostJson(GhostUser, bytes);
      if (!user) return;
      this.#noteFacts(user.name, bytes);
      this.#users.set(user.id, { id: user.id, name: user.name, bio: cutText(user.bio, 0, 5_000) });
    } else if (table === 'posts_tags' || table === 'posts_authors') {
      const link = readGhostJson(GhostLink, bytes);
      const other = table === 'posts_tags' ? link?.tag_id : link?.author_id;
      const lists = table === 'posts_tags' ? this.#tagsOf : this.#authorsOf;
      if (!link || !other) return;
      const list = lists.get(link.post_id) ?? [];
      if (list.length < MAX_LINKS) list.push({ id: other, order: link.sort_order });
      lists.set(link.post_id, list);
    } else if (table === 'posts_meta') {
      const meta = readGhostJson(GhostMeta, bytes);
      if (!meta) return;
      const { feature_image_alt, feature_image_caption, meta_description } = meta;
      this.#metas.set(meta.post_id, {
        ...(feature_image_alt && { imageAlt: feature_image_alt }),
        ...(feature_image_caption && { imageCaption: feature_image_caption }),
        ...(meta_description && { summary: meta_description }),
        ...seoOfMeta(meta),
      });
    } else if (table === 'settings') {
      const setting = readGhostJson(GhostSetting, bytes);
      if (setting?.key === 'title') this.#siteName = setting.value;
    }
  }

  #noteFacts(name: string, bytes: Uint8Array): void {
    const facts = displayFacts(bytes);
    if (facts) this.#facts.push(`${name} ${facts}`);
  }

  #addPost(bytes: Uint8Array, from: number): void {
    const post = readGhostJson(GhostPost, bytes);
    const refusal = findRefusal(post);
    if (!post || refusal) {
      if (refusal) this.#tally.drop(refusal.what, 1, refusal.why, post?.title);
      return;
    }
    const kind = isPage(post) ? 'page' : 'article';
    this.#tally.count(kind);
    this.#tally.count(
      `status:${post.visibility === 'public' ? post.status : `${post.status}, ${post.visibility} only`}`,
    );
    const images = (post.html.match(/<img\b/gi)?.length ?? 0) + (post.feature_image ? 1 : 0);
    this.#tally.count('images', images);
    if (this.#places.size >= MAX_POSTS) throw new InvalidError(TOO_MANY_POSTS);
    const to = from + bytes.length;
    const slug = toSlug(post.slug || post.title);
    this.#places.set(post.id, {
      kind,
      sourceId: post.id,
      slug,
      from,
      to,
      images,
      ownAuthor: post.author_id || null,
    });
  }

  finish(): SurveyedFile {
    if (this.#rows === 0) throw new InvalidError(NOT_GHOST);
    const places = [...this.#places.values()].map(({ ownAuthor, ...place }): PostPlace => {
      const tags = inOrder(this.#tagsOf.get(place.sourceId)).flatMap((id) => this.#tags.get(id) ?? []);
      for (const { name } of tags.filter((tag) => tag.isInternal))
        this.#tally.drop('Internal tags', 1, 'Tags that start with # control the old site’s theme.', name);
      const visible = tags.filter((tag) => !tag.isInternal);
      const termIds = place.kind === 'article' ? visible.map(({ id }) => id) : [];
      const linked = [...new Set(inOrder(this.#authorsOf.get(place.sourceId)))];
      const authorIds = linked.length > 0 ? linked : ownAuthor ? [ownAuthor] : [];
      if (place.kind === 'page') {
        for (const { name } of visible) this.#tally.drop(...ofPages('Categories and tags', name));
        for (const id of authorIds) this.#tally.drop(...ofPages('Authors', this.#users.get(id)?.name ?? id));
      }
      for (const id of termIds) this.#tally.count(id);
      for (const id of authorIds) this.#tally.count(`author:${id}`);
      return { ...place, termIds, authorIds, ...this.#metas.get(place.sourceId) };
    });
    const count = (key: string) => this.#tally.counted(key);
    const terms = [...this.#tags.values()]
      .filter((tag) => !tag.isInternal)
      .map(({ isInternal: _, ...term }) => ({ ...term, count: count(term.id), firsts: 0 }));
    const authors = [...this.#users.values()].map((author) => ({
      ...author,
      count: count(`author:${author.id}`),
    }));
    return {
      places,
      survey: {
        product: 'ghost',
        siteName: this.#siteName,
        siteUrl: '',
        articles: count('article'),
        pages: count('page'),
        byStatus: this.#tally.withPrefix('status:'),
        terms: terms.filter((term) => term.count > 0),
        authors: authors.filter((author) => author.count > 0),
        images: count('images'),
        dropped: this.#tally.dropped(),
        notes: [
          'Members, newsletters and settings of the old site are not imported.',
          ...noteTerms(terms),
          ...noteAuthors(authors),
          ...(this.#facts.length > 0
            ? [`These details of tags and authors are not imported: ${this.#facts.join(', ')}.`]
            : []),
        ],
      },
    };
  }
}

const inOrder = (list: Ordered[] = []) => [...list].sort((a, b) => a.order - b.order).map(({ id }) => id);

/** Why a post cannot be imported; null if it can. */
function findRefusal(post: GhostPost | null): { what: string; why: string } | null {
  if (!post) return { what: 'Posts that cannot be read', why: 'They have no id or are not posts.' };
  const hasText = post.html.trim() !== '' || post.plaintext.trim() !== '';
  if (!hasText && (post.mobiledoc || post.lexical))
    return {
      what: 'Posts without HTML',
      why: 'The file contains them only in Ghost’s editor format. Save them again in Ghost, then export again.',
    };
  if (!hasText && !post.title.trim()) return { what: 'Empty posts', why: 'They have no title and no text.' };
  if (isPage(post) && ghostStatusOf(post) !== 'published')
    return { what: 'Pages that are not published', why: 'Pages are always public on this site.' };
  return null;
}
