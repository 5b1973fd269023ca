// An ad's report: its figures, how they went by day, and where they come from.
import { Link } from '@remix-run/react';
import {
  type AdFigures,
  type AdReport,
  clickRate,
  REPORT_RANGES,
  viewableShare,
} from '~/features/ad-counts/ad-report';
import { AdPlot } from '~/features/ad-counts/ui/ad-plot';
import { formatDay } from '~/lib/dates';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { EmptyState } from '~/ui/empty-state';
import { PageHead } from '../admin/page-head';
import { Stat } from '../admin/stat';
import { useHere } from '../admin/use-here';
import { DropsTable } from './drops-table';
import { FiguresTable } from './figures-table';

export function ReportPage({ report }: { report: AdReport }) {
  const here = useHere();
  const { ad, range, total, days, places, drops } = report;
  const isEmpty = total.impressions + total.viewable + total.clicks === 0;
  return (
    <>
      <Breadcrumbs items={[{ label: 'Advertisements', to: '/admin/ads' }, { label: 'Report' }]} />
      <PageHead
        title={ad.name}
        text={
          ad.isDeleted
            ? 'This ad was deleted. What was counted stays.'
            : 'Counted for readers alone: neither crawlers nor hidden tabs, and nothing twice.'
        }
      >
        <a className="button" href={`/admin/ads/${ad.id}/report/export?range=${range}`}>
          Export CSV
        </a>
      </PageHead>
      <nav className="chips" aria-label="Time">
        {REPORT_RANGES.map(({ name, label }) => (
          <Link
            className="chip"
            key={name}
            to={here({ range: name })}
            aria-current={name === range ? 'true' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      <Totals total={total} />
      {isEmpty ? (
        <EmptyState
          title="Nothing counted in this time"
          text="An impression counts when the ad takes its place before a reader. Figures are here a second or two later."
        />
      ) : (
        <div className="ad-report">
          <section className="dashboard__card" aria-labelledby="by-day">
            <h2 className="dashboard__label" id="by-day">
              By day
            </h2>
            <AdPlot days={days} />
          </section>
          <section className="ad-report__part" aria-labelledby="by-placement">
            <h2 className="ad-report__title" id="by-placement">
              By placement
            </h2>
            <FiguresTable
              head="Placement"
              rows={places.map((place) => ({
                ...place,
                key: `${place.location} ${place.category}`,
                label: placeName(place.location),
                note: place.category,
              }))}
            />
          </section>
          <details className="ad-report__part">
            <summary className="ad-report__title">Every day in figures</summary>
            <FiguresTable
              head="Day"
              rows={days
                .filter(({ impressions, viewable, clicks }) => impressions + viewable + clicks > 0)
                .reverse()
                .map((day) => ({ ...day, key: day.day, label: formatDay(day.day), note: null }))}
            />
          </details>
        </div>
      )}
      {drops.length > 0 && (
        <section className="ad-report__part" aria-labelledby="not-counted">
          <h2 className="ad-report__title" id="not-counted">
            Not counted
          </h2>
          <p className="meta">
            Reported for this ad and left out of the figures above. Readers rarely cause these; forged clients
            do.
          </p>
          <DropsTable drops={drops} />
        </section>
      )}
    </>
  );
}

/** `article-sidebar` is Article sidebar. */
function placeName(location: string): string {
  if (location === '') return 'Unknown';
  return (location.charAt(0).toUpperCase() + location.slice(1)).replaceAll('-', ' ');
}

function Totals({ total }: { total: AdFigures }) {
  return (
    <dl className="dashboard__stats ad-report__totals">
      <Stat label="Impressions" value={total.impressions} />
      <Stat
        label="Viewable"
        value={total.viewable}
        note={total.impressions > 0 ? `${viewableShare(total)} of impressions` : undefined}
      />
      <Stat label="Clicks" value={total.clicks} />
      <Stat label="Click rate" value={clickRate(total)} />
    </dl>
  );
}
