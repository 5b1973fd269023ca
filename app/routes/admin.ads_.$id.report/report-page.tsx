// An ad's report: totals, figures by day and by placement, and events that were not counted.
import { AdPlot } from '~/features/ads/reports/ad-plot';
import {
  type AdDrop,
  type AdFigures,
  type AdReport,
  clickRate,
  DROP_TEXTS,
  viewableShare,
} from '~/features/ads/reports/ad-report';
import { Stat } from '~/layouts/admin/list/stat';
import { ReportHead } from '~/layouts/admin/reports/report-head';
import { capitalize } from '~/lib/text';
import { formatDay } from '~/lib/time/dates';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FiguresTable } from './figures-table';

const KINDS = [
  ['impressions', 'Impressions'],
  ['viewable', 'Viewable'],
  ['clicks', 'Clicks'],
] as const;

function DropsTable({ drops }: { drops: readonly AdDrop[] }) {
  return (
    <DataTable columns={['Reason', ...KINDS.map(([, label]) => numberColumn(label))]}>
      {drops.map((drop) => (
        <TableRow key={drop.reason}>
          <td>
            {DROP_TEXTS[drop.reason].label}
            <span className="ad-report__note"> {DROP_TEXTS[drop.reason].note}</span>
          </td>
          {KINDS.map(([kind]) => (
            <td key={kind}>{drop[kind].toLocaleString('en-US')}</td>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}

export function ReportPage({ report }: { report: AdReport }) {
  const { ad, range, total, days, places, drops } = report;
  const isEmpty = total.impressions + total.viewable + total.clicks === 0;
  return (
    <>
      <ReportHead
        list={{ label: 'Advertisements', to: '/admin/ads' }}
        id={ad.id}
        title={ad.name}
        text={
          ad.isDeleted
            ? 'This ad was deleted. Its figures remain.'
            : 'Counts readers only. Crawlers, hidden tabs and duplicates are excluded.'
        }
        range={range}
      />
      <Totals total={total} />
      {isEmpty ? (
        <EmptyState
          title="No activity in this period"
          text="An impression is counted each time the ad is shown. New figures appear within seconds."
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
            <summary className="ad-report__title">Daily figures</summary>
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
            Events reported for this ad but excluded from the figures above. Most come from bots or forged
            requests.
          </p>
          <DropsTable drops={drops} />
        </section>
      )}
    </>
  );
}

/** `article-sidebar` → `Article sidebar`. */
function placeName(location: string): string {
  if (location === '') return 'Unknown';
  return capitalize(location).replaceAll('-', ' ');
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
