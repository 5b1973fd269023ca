// Whether the search finds what is meant, over the demo and a generated magazine (tests/search).
import { beforeAll, describe, expect } from 'vitest';
import { readCorpus } from '../../search/corpus';
import { readGradedQueries } from '../../search/graded-queries';
import { insertCorpus } from '../../search/insert-corpus';
import { drawKnownItems } from '../../search/known-items';
import { listMissedItems, qualityReport, rateQueries } from '../../search/measure-quality';
import { mean } from '../../search/ratings';
import { rateNewestOfCategory, rateShownRelated } from '../../search/related';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();
const corpus = readCorpus();

const MIN_NDCG = 0.9;
const DRAWS = 1_000;
const SEED = 21;
const MIN_FOUND = 0.98;
/** Precision of related articles, compared with the newest of the same category. */
const MIN_GAIN = 2;

beforeAll(async () => {
  await insertCorpus(site.db);
  await site.db.query('select count_vocabulary()');
  await site.db.query('select relate_articles(array(select id from articles))');
});

describe('search quality', () => {
  it('ranks what is meant first', async () => {
    const rated = await rateQueries(site, readGradedQueries('queries', corpus));
    expect(mean(rated.map(({ ndcg }) => ndcg)), `\n${qualityReport(rated)}\n`).toBeGreaterThanOrEqual(
      MIN_NDCG,
    );
  });

  it('finds an article by two to four of its words', async () => {
    const missed = await listMissedItems(site, drawKnownItems(corpus, DRAWS, SEED));
    const examples = missed.slice(0, 20).map(({ slug, query }) => `${query} (${slug})`);
    expect(1 - missed.length / DRAWS, `\n${examples.join('\n')}\n`).toBeGreaterThanOrEqual(MIN_FOUND);
  });

  it('relates articles at least twice as precisely as by category and date', async () => {
    const shown = await rateShownRelated(site, corpus);
    const newest = rateNewestOfCategory(corpus);
    expect(shown.demo).toBeGreaterThanOrEqual(MIN_GAIN * newest.demo);
    expect(shown.generated).toBeGreaterThanOrEqual(MIN_GAIN * newest.generated);
  });
});
