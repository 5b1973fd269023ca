// The readership page of an article: figures, views by day, how far people read, sources and outcomes.
import { Link } from '@remix-run/react';
import { type ArticleReport, completedShare } from '~/features/readership/article-report';
import { labelSourceLink } from '~/features/readership/source-label';
import { ArticleDaysPlot } from '~/features/readership/ui/article-days-plot';
import { ReadingDepth } from '~/features/readership/ui/reading-depth';
import { PageHead } from '~/layouts/admin/list/page-head';
import { Stat } from '~/layouts/admin/list/stat';
import { countOf } from '~/lib/text';
import { formatDay } from '~/lib/time/dates';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { DataTable, numberColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';

const count = (number: number) => number.toLocaleString('en-US');
const minutes = (seconds: number) => Math.round(seconds / 60);

export function ArticleReadership({ report }: { report: ArticleReport }) {
  const { article, figures } = report;
  return (
    <>
      <Breadcrumbs items={[{ label: 'Articles', to: '/admin/articles' }, { label: 'Readership' }]} />
      <PageHead
        title={article.title}
        text={
          article.publishedOn
            ? `Readership since it was published on ${formatDay(article.publishedOn, true)}.`
            : 'This article has not been published yet.'
        }
      >
        <Link className="button button--quiet" to={`/admin/articles/${article.id}/edit`}>
          Edit
        </Link>
      </PageHead>
      {figures.views + figures.signUps === 0 ? (
        <EmptyState
          title="No views yet"
          text="Views by readers are counted, not those of signed-in staff. New figures appear within seconds."
        />
      ) : (
        <Figures report={report} />
      )}
    </>
  );
}

function Figures({ report }: { report: ArticleReport }) {
  const { figures, days, sources, devices, outline, comparison } = report;
  const completion = completedShare(figures);
  const perView = figures.views > 0 ? Math.round(figures.engagedSeconds / figures.views) : 0;
  return (
    <div className="ad-report">
      <dl className="dashboard__stats ad-report__totals">
        <Stat
          label="Views"
          value={figures.views}
          note={`${countOf(figures.readers, 'reader')}, counted per day`}
        />
        <Stat
          label="Engaged minutes"
          value={minutes(figures.engagedSeconds)}
          note={`${countOf(perView, 'second')} per view`}
        />
        <Stat
          label="Completion"
          value={completion === null ? '–' : `${Math.round(100 * completion)}%`}
          note="Views that reached the last quarter"
        />
        <Stat label="Sign-ups" value={figures.signUps} note="From forms on this article’s page" />
      </dl>
      {comparison && <Comparison {...comparison} />}
      <section className="dashboard__card" aria-labelledby="views-by-day">
        <h2 className="dashboard__label" id="views-by-day">
          Views by day
        </h2>
        <ArticleDaysPlot days={days} />
        <details>
          <summary className="ad-report__title">Daily figures</summary>
          <DataTable
            className="reading-table"
            columns={['Day', numberColumn('Views'), numberColumn('Minutes')]}
          >
            {[...days].reverse().map(({ day, views, engagedSeconds }) => (
              <tr key={day}>
                <td>{formatDay(day, true)}</td>
                <td className="table__number" data-label="Views">
                  {count(views)}
                </td>
                <td className="table__number" data-label="Minutes">
                  {count(minutes(engagedSeconds))}
                </td>
              </tr>
            ))}
          </DataTable>
        </details>
      </section>
      <section className="dashboard__card" aria-labelledby="reading-depth">
        <h2 className="dashboard__label" id="reading-depth">
          How far people read
        </h2>
        <ReadingDepth figures={figures} outline={outline} />
      </section>
      <section className="ad-report__part" aria-labelledby="sources">
        <h2 className="ad-report__title" id="sources">
          Where readers came from
        </h2>
        <DataTable
          className="reading-table"
          columns={['Source', numberColumn('Views'), numberColumn('Minutes'), numberColumn('Sign-ups')]}
        >
          {sources.map(({ kind, name, views, engagedSeconds, signUps }) => (
            <tr key={`${kind} ${name}`}>
              <td>{labelSourceLink(kind, name)}</td>
              <td className="table__number" data-label="Views">
                {count(views)}
              </td>
              <td className="table__number" data-label="Minutes">
                {count(minutes(engagedSeconds))}
              </td>
              <td className="table__number" data-label="Sign-ups">
                {count(signUps)}
              </td>
            </tr>
          ))}
        </DataTable>
      </section>
      <section className="ad-report__part" aria-labelledby="outcomes">
        <h2 className="ad-report__title" id="outcomes">
          What it led to
        </h2>
        <dl className="dashboard__stats">
          <Stat label="Saved" value={figures.saves} />
          <Stat label="Shared" value={figures.shares} />
          <Stat label="Call-to-action clicks" value={figures.ctaClicks} />
        </dl>
      </section>
      {devices.length > 0 && (
        <section className="ad-report__part" aria-labelledby="devices">
          <h2 className="ad-report__title" id="devices">
            Views by device
          </h2>
          <dl className="dashboard__stats">
            {devices.map(({ name, views }) => (
              <Stat key={name} label={DEVICES[name] ?? name} value={views} />
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

const DEVICES: Record<string, string> = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' };

function Comparison({ days, views, median, articles }: NonNullable<ArticleReport['comparison']>) {
  const first = days === 1 ? 'On its first day' : `In its first ${days} days`;
  return (
    <p className="page-head__text">
      {first} it had <strong>{count(views)}</strong> {views === 1 ? 'view' : 'views'}. The median of{' '}
      {count(articles)} other articles in this category is <strong>{count(Math.round(median))}</strong> at
      that age.
    </p>
  );
}
