// Rates the search and the related articles with the corpus of tests/search, in a separate magazine.
//   npx tsx tests/bench/search-quality.ts [--held-out]
import { readCorpus } from '../search/corpus';
import { readGradedQueries } from '../search/graded-queries';
import { insertCorpus } from '../search/insert-corpus';
import { drawKnownItems } from '../search/known-items';
import { listMissedItems, qualityReport, rateQueries } from '../search/measure-quality';
import { type RelatedPrecision, rateNewestOfCategory, rateShownRelated } from '../search/related';
import { withMagazine } from './measure/own-magazine';

const DRAWS = 1_000;
const SEED = 21;
const isHeldOut = process.argv.includes('--held-out');

await withMagazine(async ({ site }) => {
  const corpus = readCorpus();
  await insertCorpus(site.db);
  const queries = readGradedQueries(isHeldOut ? 'held-out' : 'queries', corpus);
  console.log(qualityReport(await rateQueries(site, queries)));
  if (isHeldOut) return;
  const missed = await listMissedItems(site, drawKnownItems(corpus, DRAWS, SEED));
  console.log(`Of ${DRAWS} draws, ${DRAWS - missed.length} find their article among the first ten.`);
  const show = ({ demo, generated }: RelatedPrecision) =>
    `demo ${demo.toFixed(3)}, generated magazine ${generated.toFixed(3)}`;
  console.log(`Related articles, precision@3: ${show(await rateShownRelated(site, corpus))}.`);
  console.log(`The newest of the same category: ${show(rateNewestOfCategory(corpus))}.`);
});
