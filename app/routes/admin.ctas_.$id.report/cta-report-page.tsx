// The report of a call to action: totals, and figures by day and by article.
import { CtaPlot } from '~/features/ctas/reports/cta-plot';
import { type CtaFigures, type CtaReport, ctaClickRate } from '~/features/ctas/reports/cta-report';
import { Stat } from '~/layouts/admin/list/stat';
import { ReportHead } from '~/layouts/admin/reports/report-head';
import { countOf } from '~/lib/text';
import { formatDay } from '~/lib/time/dates';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';

export function CtaReportPage({ report }: { report: CtaReport }) {
  const { cta, range, total, days, articles, moreArticles } = report;
  const isEmpty = total.views + total.clicks + total.signUps === 0;
  return (
    <>
      <ReportHead
        list={{ label: 'CTAs', to: '/admin/ctas' }}
        id={cta.id}
        title={cta.title}
        text={
          cta.isDeleted
            ? 'This CTA was deleted. Its figures remain.'
            : 'Counts each page view once. Crawlers and signed-in staff are excluded.'
        }
        range={range}
      />
      <dl className="dashboard__stats ad-report__totals">
        <Stat label="Views" value={total.views} note="In view for a second" />
        <Stat label="Clicks" value={total.clicks} />
        <Stat label="Click rate" value={ctaClickRate(total)} />
        <Stat label="Sign-ups" value={total.signUps} note="On page views that showed it" />
      </dl>
      {isEmpty ? (
        <EmptyState
          title="No activity in this period"
          text="A view is counted when half of the CTA was in view for a second. New figures appear within seconds."
        />
      ) : (
        <div className="ad-report">
          <section className="dashboard__card" aria-labelledby="by-day">
            <h2 className="dashboard__label" id="by-day">
              By day
            </h2>
            <CtaPlot days={days} />
          </section>
          <section className="ad-report__part" aria-labelledby="by-article">
            <h2 className="ad-report__title" id="by-article">
              By article
            </h2>
            <CtaTable head="Article" rows={articles.map((row) => ({ ...row, label: row.title }))} />
            {moreArticles > 0 && (
              <p className="meta">Export CSV lists {countOf(moreArticles, 'more article')}.</p>
            )}
          </section>
          <details className="ad-report__part">
            <summary className="ad-report__title">Daily figures</summary>
            <CtaTable
              head="Day"
              rows={days
                .filter(({ views, clicks, signUps }) => views + clicks + signUps > 0)
                .reverse()
                .map((day) => ({ ...day, id: day.day, label: formatDay(day.day) }))}
            />
          </details>
        </div>
      )}
    </>
  );
}

type CtaTableRow = CtaFigures & { id: string | null; label: string };

const FIGURES = ['Views', 'Clicks', 'Click rate', 'Sign-ups'];

function CtaTable({ head, rows }: { head: string; rows: readonly CtaTableRow[] }) {
  return (
    <DataTable className="reading-table" columns={[head, ...FIGURES.map(numberColumn)]}>
      {rows.map((row) => (
        <TableRow key={row.id}>
          <td>{row.label}</td>
          {[row.views, row.clicks, ctaClickRate(row), row.signUps].map((value, index) => (
            <td key={FIGURES[index]}>{value.toLocaleString('en-US')}</td>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}
