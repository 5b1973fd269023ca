// The readership of a period: figures, charts, and what is read most, with links to export each table.
import { Link } from '@remix-run/react';
import type { LiveReaders } from '~/features/readership/reports/live-readers';
import {
  changeOf,
  completionOf,
  type GroupKind,
  minutesOf,
  type ReadershipReport,
  type SiteFigures,
} from '~/features/readership/reports/readership-report';
import { HeatMap, ReadingPlot } from '~/features/readership/reports/reading-chart';
import { readingAddress, type TypedDays } from '~/features/readership/reports/reading-range';
import { PageHead } from '~/layouts/admin/list/page-head';
import { Stat } from '~/layouts/admin/list/stat';
import { useMay } from '~/layouts/admin/shell/use-may';
import { countOf } from '~/lib/text';
import { addDays, formatDay } from '~/lib/time/dates';
import { EmptyState } from '~/ui/empty-state';
import { LivePart } from './live-part';
import { RangeForm } from './range-form';
import { ReportPart } from './report-part';
import { DropsTable, GroupTable, HeatTable, IssuesTable, StepsTable, TopArticles } from './report-tables';

interface ReadershipPageProps {
  report: ReadershipReport;
  live: LiveReaders;
  typed: TypedDays;
  error: string | null;
}

const GROUPS: readonly { kind: GroupKind; title: string; head: string; note?: string }[] = [
  { kind: 'category', title: 'Categories', head: 'Category' },
  { kind: 'author', title: 'Authors', head: 'Author' },
  { kind: 'tag', title: 'Tags', head: 'Tag', note: 'An article counts for each of its tags.' },
  { kind: 'referrer', title: 'Sources', head: 'Source' },
  { kind: 'campaign', title: 'Campaigns', head: 'Campaign', note: 'From the utm parameters of links.' },
];
const DETAILS: typeof GROUPS = [
  { kind: 'device', title: 'Devices', head: 'Device' },
  { kind: 'country', title: 'Countries', head: 'Country' },
  { kind: 'page', title: 'Page types', head: 'Page type' },
];

export function ReadershipPage({ report, live, typed, error }: ReadershipPageProps) {
  const { query, period, total, before, steps, heat, articles, groups, internal, issues, drops } = report;
  const may = useMay();
  const { by } = query;
  const exportOf = (table: string) => {
    const address = readingAddress(query, '/admin/readership/export');
    return `${address}${address.includes('?') ? '&' : '?'}table=${table}`;
  };
  const isEmpty = total.views + total.signUps === 0;
  const byTime = query.range.days === 1 ? 'By hour' : 'By day';
  const noteOf = (kind: GroupKind, note?: string) =>
    kind === 'referrer' && internal.views > 0
      ? `Another ${countOf(internal.views, 'view')} came from other pages of this site.`
      : note;
  const part = ({ kind, title, head, note }: (typeof GROUPS)[number]) => {
    const rows = groups.find((group) => group.kind === kind)?.rows ?? [];
    if (rows.length === 0) return null;
    return (
      <ReportPart key={kind} id={kind} title={title} note={noteOf(kind, note)} exportTo={exportOf(kind)}>
        <GroupTable head={head} rows={rows} by={by} />
      </ReportPart>
    );
  };
  return (
    <>
      <PageHead
        title="Readership"
        text="Counted on this site, without cookies. Crawlers, prefetched pages and signed-in staff are excluded."
      >
        {may('settings') && (
          <Link className="button button--quiet" to="/admin/readership/settings">
            Settings
          </Link>
        )}
      </PageHead>
      <RangeForm query={query} period={period} typed={typed} error={error} />
      <p className="meta">
        {formatPeriod(period.first, period.last)}, compared with{' '}
        {formatPeriod(period.before, dayBefore(period.first))}. Readers are counted per day, because no one is
        recognized the next day.
      </p>
      <Totals total={total} before={before} isToday={query.range.name === 'today'} />
      <div className="ad-report">
        <LivePart initial={live} here={readingAddress(query)} />
        {isEmpty ? (
          <EmptyState
            title="No views in this period"
            text="A view is counted when a reader opens a page. New figures appear within seconds."
          />
        ) : (
          <>
            <ReportPart id="by-time" title={byTime} exportTo={exportOf('time')} isCard>
              <ReadingPlot steps={steps} by={by} />
              <details>
                <summary className="ad-report__title">Figures {byTime.toLowerCase()}</summary>
                <StepsTable steps={steps} head={query.range.days === 1 ? 'Hour' : 'Day'} />
              </details>
            </ReportPart>
            <ReportPart id="heat" title="By weekday and hour" exportTo={exportOf('heat')} isCard>
              <HeatMap cells={heat} by={by} />
              <details>
                <summary className="ad-report__title">Figures by weekday and hour</summary>
                <HeatTable cells={heat} by={by} />
              </details>
            </ReportPart>
            {articles.length > 0 && (
              <ReportPart id="articles" title="Articles" exportTo={exportOf('article')}>
                <TopArticles articles={articles} by={by} />
              </ReportPart>
            )}
            <div className="reading-report__columns">
              {GROUPS.map(part)}
              {issues.length > 0 && (
                <ReportPart
                  id="newsletter"
                  title="Newsletter issues"
                  note="Visits through the links of an issue."
                  exportTo={exportOf('newsletter')}
                >
                  <IssuesTable issues={issues} />
                </ReportPart>
              )}
              {DETAILS.map(part)}
            </div>
          </>
        )}
        {drops.length > 0 && (
          <ReportPart
            id="not-counted"
            title="Not counted"
            note="Reports that were received but are not in the figures above. Most come from bots or forged requests."
            exportTo={exportOf('not-counted')}
          >
            <DropsTable drops={drops} />
          </ReportPart>
        )}
      </div>
    </>
  );
}

const dayBefore = (day: string) => (day ? addDays(day, -1) : day);

function formatPeriod(first: string, last: string): string {
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}

interface TotalsProps {
  total: SiteFigures;
  before: SiteFigures;
  isToday: boolean;
}

function Totals({ total, before, isToday }: TotalsProps) {
  const change = (now: number, earlier: number) => {
    if (earlier === 0) return undefined;
    const figure = earlier.toLocaleString('en-US');
    // Today is incomplete, so a percentage would nearly always show a decline.
    return isToday ? `${figure} all day yesterday` : `${changeOf(now, earlier)} from ${figure}`;
  };
  return (
    <dl className="dashboard__stats ad-report__totals reading-report__totals">
      <Stat label="Views" value={total.views} note={change(total.views, before.views)} />
      <Stat label="Readers" value={total.readers} note={change(total.readers, before.readers)} />
      <Stat
        label="Engaged minutes"
        value={minutesOf(total)}
        note={change(minutesOf(total), minutesOf(before))}
      />
      <Stat
        label="Completion"
        value={completionOf(total.completed, total.articleViews)}
        note={
          before.articleViews > 0
            ? `${completionOf(before.completed, before.articleViews)} before`
            : 'Article views that reached the last quarter'
        }
      />
      <Stat label="Sign-ups" value={total.signUps} note={change(total.signUps, before.signUps)} />
    </dl>
  );
}
