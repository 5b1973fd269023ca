// Imports one post: downloads its images, rewrites its links and returns the statements that create an
// article or a page.

import { type ArticleStatus, SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/articles/article';
import { COAUTHORS_LIMIT } from '~/features/articles/authors/author';
import { type ImportedAuthor, importArticle } from '~/features/articles/bulk/import-article.server';
import { storeTextImages } from '~/features/media/embedded/text-images.server';
import { importPage } from '~/features/pages/import-page.server';
import { PAGE_SUMMARY_LIMIT, PAGE_TITLE_LIMIT } from '~/features/pages/page-view';
import { redirectFrom } from '~/features/redirects/import-redirect.server';
import { SEO_FIELDS, SEO_LABELS, type Seo } from '~/features/seo/seo';
import { fitSeo } from '~/features/seo/seo-input';
import { escapeHtml } from '~/lib/html/escape';
import { type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { countOf } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import { type CardRun, importedId, toArticleCards } from './article-cards.server';
import type { ImportChoices } from './import-choices';
import { fetchImages, type ImageRun } from './import-images.server';
import { addNotes, listNotes, type PostReport } from './import-report';
import { insertImported, selectImported } from './imports-repo.server';
import { keepOrReport } from './keep-or-report';
import {
  isOfOldSite,
  listAlts,
  type OldSite,
  rewriteOldSiteUrls,
  toImageAddress,
  toOldPath,
} from './old-site';
import { listWanted, nameImage, noteFailed, noteUnwanted, type PostImages } from './skipped-images';
import type { SourcePost } from './source-post';

export interface ImportRun extends CardRun, ImageRun {
  choices: ImportChoices;
  /** Names that the file's terms have here, for categories that become tags. */
  termNames: Record<string, string>;
  /** Bios of the file's authors by id. */
  bios: Record<string, string>;
  siteName: string;
}

export interface ImportedPost {
  report: PostReport;
  statements: Statement<unknown>[];
}

/**
 * Returns null while images are left to download; call again.
 * @throws InvalidError for a post that cannot be stored; UnavailableError
 */
export async function importPost(
  ctx: AppContext,
  run: ImportRun,
  post: SourcePost,
): Promise<ImportedPost | null> {
  const { source, site, choices, actorId } = run;
  const notes = [...post.notes];
  const carded = await toArticleCards(ctx, run, read(post.html, notes));
  const kept = keepOrReport(carded.nodes, site);
  const { nodes } = kept;
  addNotes(notes, [...carded.notes, ...kept.notes, ...listShortened(post)]);
  const tooMany = listAuthors(post, run).slice(1 + COAUTHORS_LIMIT);
  if (post.kind === 'article' && tooMany.length > 0)
    notes.push(`It has too many authors. Skipped: ${tooMany.map(({ name }) => name).join(', ')}.`);
  const main = post.imageUrl ? toImageAddress(post.imageUrl, site) : null;
  if (post.imageUrl && !main)
    notes.push(
      `Its featured image ${nameImage(post.imageUrl, post.imageAlt)} was skipped, because its full URL is unknown.`,
    );
  const social = post.seo.socialImage ? toImageAddress(post.seo.socialImage, site) : null;
  const all = { nodes, site, main, social, imageAlt: post.imageAlt };
  const images = await fetchImages(ctx, run, choices.images ? listWanted(all) : []);
  if (images.isCut) return null;
  addNotes(notes, choices.images ? noteFailed(all, images.failed) : noteUnwanted(all));
  const moved = writeHtml(rewriteOldSiteUrls(nodes, site, images.here));
  const uploader = actorId === null ? null : { userId: actorId, isJob: true as const };
  const { html, removed } = await storeTextImages(ctx, uploader, moved);
  if (removed > 0) notes.push(`${countOf(removed, 'embedded image')} could not be read.`);
  const imageUrl = (main && images.here.get(main)) ?? null;
  if (post.seo.socialImage && !social)
    notes.push(`Its social image ${post.seo.socialImage} was skipped, because its full URL is unknown.`);
  const seo = importedSeo(post, site, (social && images.here.get(social)) ?? '', notes);
  const id = await importedId(run, post.sourceId);
  const target = { kind: post.kind === 'article' ? 'articles' : 'pages', id } as const;
  const made =
    post.kind === 'article'
      ? await makeArticle(ctx, run, post, { id, html, imageUrl, seo })
      : importPage(ctx, actorId, id, {
          ...post,
          seo,
          content: withImage(html, imageUrl, all, notes),
          ...datesOf(ctx, post),
        });
  const redirect =
    choices.redirects && post.oldAddress
      ? await toRedirect(ctx, post.oldAddress, { ...target, slug: post.slug || post.title }, actorId, notes)
      : null;
  return {
    report: {
      kind: post.kind,
      title: post.title || 'Untitled',
      id,
      outcome: 'imported',
      notes: listNotes(notes),
      images: images.here.size,
      redirect: redirect !== null,
    },
    statements: [
      ...made,
      insertImported(ctx.db.build, { source, kind: post.kind, sourceId: post.sourceId, targetId: id }),
      ...(redirect ? [redirect.statement] : []),
    ],
  };
}

function read(html: string, notes: string[]): HtmlNode[] {
  try {
    return parseHtml(html, { foreign: true });
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
    notes.push('Its HTML could not be parsed. Only the text was kept.');
    return [html.replace(/<[^<>]*>/g, ' ')];
  }
}

/** @param socialImage its stored copy; '' for none */
function importedSeo({ seo }: SourcePost, site: OldSite, socialImage: string, notes: string[]): Seo {
  const { canonicalUrl = '' } = seo;
  // The canonical URL of most posts is their own on the old site, which redirects here now.
  const isOwn = isOfOldSite(canonicalUrl, site);
  const given: Seo = { ...seo, canonicalUrl: isOwn ? '' : canonicalUrl, socialImage };
  const kept = fitSeo(given);
  for (const field of SEO_FIELDS) {
    const text = (given[field] ?? '').replace(/\s+/g, ' ').trim();
    const stored = kept[field] ?? '';
    if (text !== '' && stored === '')
      notes.push(`Its “${SEO_LABELS[field]}” was skipped, because it is not valid: ${text}`);
    else if (stored.length < text.length && field !== 'canonicalUrl')
      notes.push(`Its “${SEO_LABELS[field]}” was shortened: ${text}`);
  }
  return kept;
}

/** Texts that are longer than their fields here. */
function listShortened({ kind, title, summary }: SourcePost): string[] {
  const [titleLimit, summaryLimit] =
    kind === 'article' ? [TITLE_LIMIT, SUMMARY_LIMIT] : [PAGE_TITLE_LIMIT, PAGE_SUMMARY_LIMIT];
  return [
    ...(title.length > titleLimit ? [`Its title was shortened: ${title}`] : []),
    ...(summary.length > summaryLimit ? [`Its summary was shortened: ${summary}`] : []),
  ];
}

async function makeArticle(
  ctx: AppContext,
  run: ImportRun,
  post: SourcePost,
  { id, html, imageUrl, seo }: { id: string; html: string; imageUrl: string | null; seo: Seo },
): Promise<Statement<unknown>[]> {
  const { db } = ctx;
  const { source, termNames, siteName, actorId } = run;
  const { termIds } = post;
  const found =
    termIds.length > 0 ? await db.read(selectImported(db.build, source, ['category', 'tag'], termIds)) : [];
  const byTerm = new Map(found.map((row) => [row.sourceId, row]));
  const ordered = termIds.flatMap((term) => byTerm.get(term) ?? []);
  const authors = listAuthors(post, run);
  const [category, ...further] = ordered.filter(({ kind }) => kind === 'category');
  const dates = datesOf(ctx, post);
  const status: Record<SourcePost['status'], ArticleStatus> = {
    published: 'published',
    draft: 'draft',
    scheduled: 'draft',
    trash: 'draft',
  };
  return importArticle(ctx, actorId, id, {
    ...post,
    seo,
    content: html,
    authors: authors.length > 0 ? authors : [{ name: siteName || 'The editors', bio: '' }],
    categoryId: category?.targetId ?? null,
    tagIds: ordered.flatMap(({ kind, targetId }) => (kind === 'tag' && targetId ? [targetId] : [])),
    // Articles have one category; further categories become tags.
    tagNames: further.flatMap(({ sourceId }) => termNames[sourceId] || []),
    status: status[post.status],
    imageUrl,
    publishAt: post.status === 'scheduled' && post.publishedAt ? new Date(post.publishedAt) : null,
    dates: {
      publishDate: post.publishedAt ? new Date(post.publishedAt) : dates.createdAt,
      ...dates,
      deletedAt: post.status === 'trash' ? ctx.clock.now() : null,
    },
  });
}

/** Two authors of the file may map to the same author here. */
function listAuthors({ authorIds }: SourcePost, { choices, bios }: ImportRun): ImportedAuthor[] {
  const byName = new Map<string, ImportedAuthor>();
  for (const id of authorIds) {
    const name = choices.authors[id];
    if (name && !byName.has(name.toLowerCase()))
      byName.set(name.toLowerCase(), { name, bio: bios[id] ?? '' });
  }
  return [...byName.values()];
}

function datesOf(
  { clock }: Pick<AppContext, 'clock'>,
  post: SourcePost,
): { createdAt: Date; updatedAt: Date } {
  const now = clock.now();
  const createdAt = new Date(post.createdAt ?? post.publishedAt ?? now);
  return { createdAt, updatedAt: new Date(post.updatedAt ?? createdAt) };
}

/** Pages have no image field, so the image is placed above the text. */
function withImage(html: string, imageUrl: string | null, images: PostImages, notes: string[]): string {
  const { nodes, site, main, imageAlt } = images;
  if (!imageUrl) return html;
  if (!html.includes(imageUrl))
    return `<figure><img src="${imageUrl}" alt="${escapeHtml(imageAlt)}" /></figure>${html}`;
  const isDescribed = [...listAlts(nodes, site)].some(([url, alt]) => url === main && alt === imageAlt);
  if (imageAlt && !isDescribed)
    notes.push(
      `Its text shows its featured image with another description. This one was left out: “${imageAlt}”`,
    );
  return html;
}

async function toRedirect(
  ctx: AppContext,
  oldAddress: string,
  target: Parameters<typeof redirectFrom>[2],
  actorId: string | null,
  notes: string[],
): Promise<{ statement: Statement<unknown> } | null> {
  const path = toOldPath(oldAddress);
  const redirect = path === null ? 'invalid' : await redirectFrom(ctx, path, target, actorId);
  if (redirect === 'invalid') notes.push(`No redirect could be created for its old URL, ${oldAddress}.`);
  if (redirect === 'used')
    notes.push(`No redirect was created for its old URL, because that path is in use here: ${oldAddress}`);
  return typeof redirect === 'string' ? null : redirect;
}
