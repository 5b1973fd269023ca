// The figures of a period for external dashboards.
import { z } from 'zod';
import { InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { groupLabel } from './group-labels';
import { selectGroups, selectTopArticles } from './ranking-repo.server';
import { API_ARTICLES, API_GROUPS, type ReadershipAnswer } from './readership-answer';
import { addUpReading, toDaySteps } from './readership-report';
import { selectPeriod, selectReadingDays } from './readership-report-repo.server';
import { toDays } from './reading-range';

const MAX_SOURCES = 1_000;

const ApiQuery = z.object({
  from: z.string('The parameter `from` is missing.'),
  to: z.string('The parameter `to` is missing.'),
  group: z
    .enum(API_GROUPS, `The parameter \`group\` must be one of ${API_GROUPS.join(', ')}.`)
    .default('day'),
});

/** One round trip. @throws InvalidError */
export async function getReadershipAnswer(
  { db }: Pick<AppContext, 'db'>,
  params: URLSearchParams,
): Promise<z.input<typeof ReadershipAnswer>> {
  const { from, to, group } = parseInput(ApiQuery, Object.fromEntries(params));
  const range = toDays({ from, to });
  if ('error' in range) throw new InvalidError(range.error);
  const { build } = db;
  const [period, days, articles, sources] = await Promise.all([
    db.read(selectPeriod(build, range)),
    db.read(selectReadingDays(build, range)),
    group === 'article'
      ? db.read(selectTopArticles(build, range, 'engaged', { limit: API_ARTICLES, seesAll: false }))
      : null,
    group === 'source' ? db.read(selectGroups(build, 'source', range, 'engaged', MAX_SOURCES)) : null,
  ]);
  const all = toDaySteps(days.rows, period.rows[0] ?? { first: from, last: to, before: from }, (day) => day);
  const byDay = all.map(({ before: _, label: day, ...figures }) => ({ ...figures, day }));
  return {
    from,
    to,
    total: addUpReading(all),
    rows:
      articles?.rows.map(({ slug, before: _, ...article }) => ({
        ...article,
        path: slug && `/article/${slug}`,
      })) ??
      sources?.rows.map(({ name: stored, before: _, title: __, ...figures }) => {
        const [kind = '', name = ''] = stored.split('\t');
        return { ...figures, kind, name, label: groupLabel('referrer', stored, null) };
      }) ??
      byDay,
  };
}
