// Rates the related articles that pages show, by labels that a rule cannot simply repeat: in the generated magazine an article of the
// same subtopic is related, in the demo one that shares two tags.
import type { Site } from '../support/site/site';
import type { CorpusArticle } from './corpus';
import { inParallel } from './measure-quality';
import { mean, precisionAt } from './ratings';

/** Mean precision of the three places. */
export interface RelatedPrecision {
  demo: number;
  generated: number;
}

const PLACES = 3;
const SHARED_TAGS = 2;

/** The related articles on the article pages of a running site. */
export async function rateShownRelated(
  site: Pick<Site, 'get'>,
  corpus: readonly CorpusArticle[],
): Promise<RelatedPrecision> {
  const pages = await inParallel(corpus, async ({ slug }) => (await site.get(`/article/${slug}`)).text());
  return rate(corpus, (_, index) => slugsOfRelated(pages[index] ?? ''));
}

/** The baseline: the newest other articles of the same category. */
export function rateNewestOfCategory(corpus: readonly CorpusArticle[]): RelatedPrecision {
  const newest = [...corpus].sort((a, b) => a.daysAgo - b.daysAgo);
  return rate(corpus, (article) =>
    newest
      .filter((other) => other !== article && other.category === article.category)
      .slice(0, PLACES)
      .map(({ slug }) => slug),
  );
}

function rate(
  corpus: readonly CorpusArticle[],
  relatedOf: (article: CorpusArticle, index: number) => string[],
): RelatedPrecision {
  const bySlug = new Map(corpus.map((article) => [article.slug, article]));
  const precisions = corpus.map((article, index) =>
    precisionAt(PLACES, relatedOf(article, index), (slug) => isRelated(article, bySlug.get(slug))),
  );
  const meanWhere = (isDemo: boolean) =>
    mean(precisions.filter((_, index) => (corpus[index]?.subtopic === null) === isDemo));
  return { demo: meanWhere(true), generated: meanWhere(false) };
}

function isRelated(one: CorpusArticle, other: CorpusArticle | undefined): boolean {
  if (!other) return false;
  if (one.subtopic !== null) return one.subtopic === other.subtopic;
  return one.tags.filter((tag) => other.tags.includes(tag)).length >= SHARED_TAGS;
}

/** Slugs of the cards under the heading "Related Articles". */
function slugsOfRelated(html: string): string[] {
  const [, section = ''] = /Related Articles<\/h2>([\s\S]*?)<\/section>/.exec(html) ?? [];
  return [...new Set([...section.matchAll(/href="\/article\/([^"#?]*)"/g)].map(([, slug = '']) => slug))];
}
