// The tables of the readership report.
import type { ReactNode } from 'react';
import {
  changeOf,
  completionOf,
  type HeatCell,
  hourName,
  measured,
  minutesOf,
  READING_DROP_TEXTS,
  type ReadArticle,
  type ReadIssue,
  type ReadingDrop,
  type ReadingGroup,
  type ReadingStep,
  WEEKDAYS,
} from '~/features/readership/reports/readership-report';
import { measureText } from '~/features/readership/reports/reading-chart';
import type { Measure } from '~/features/readership/reports/reading-range';
import { formatDay, isDay } from '~/lib/time/dates';
import { DataTable, numberColumn } from '~/ui/data-table';
import { ArticleTitle } from './live-part';

const count = (number: number) => number.toLocaleString('en-US');

/** Figures by column, in the order of the columns. */
type Figures = Record<string, string | number>;

function FiguresRow({ name, figures }: { name: ReactNode; figures: Figures }) {
  return (
    <tr>
      <td>{name}</td>
      {Object.entries(figures).map(([label, value]) => (
        <td className="table__number" data-label={label} key={label}>
          {typeof value === 'number' ? count(value) : value}
        </td>
      ))}
    </tr>
  );
}

interface FiguresTableProps {
  head: string;
  rows: readonly { key: string; name: ReactNode; figures: Figures }[];
}

function FiguresTable({ head, rows }: FiguresTableProps) {
  const columns = Object.keys(rows[0]?.figures ?? {});
  return (
    <DataTable className="reading-table" columns={[head, ...columns.map(numberColumn)]}>
      {rows.map(({ key, name, figures }) => (
        <FiguresRow key={key} name={name} figures={figures} />
      ))}
    </DataTable>
  );
}

export function TopArticles({ articles, by }: { articles: readonly ReadArticle[]; by: Measure }) {
  return (
    <FiguresTable
      head="Article"
      rows={articles.map((article) => ({
        key: article.id,
        name: <ArticleTitle id={article.id} title={article.title} />,
        figures: {
          Views: article.views,
          Minutes: minutesOf(article),
          Completion: completionOf(article.completed, article.views),
          'Sign-ups': article.signUps,
          Change: changeOf(measured(article, by), article.before),
        },
      }))}
    />
  );
}

export function GroupTable({ head, rows, by }: { head: string; rows: readonly ReadingGroup[]; by: Measure }) {
  return (
    <FiguresTable
      head={head}
      rows={rows.map((group) => ({
        key: group.key,
        name: <span className="reading-report__name">{group.label}</span>,
        figures: {
          Views: group.views,
          Minutes: minutesOf(group),
          'Sign-ups': group.signUps,
          Change: changeOf(measured(group, by), group.before),
        },
      }))}
    />
  );
}

export function IssuesTable({ issues }: { issues: readonly ReadIssue[] }) {
  return (
    <FiguresTable
      head="Issue"
      rows={issues.map((issue) => ({
        key: issue.day,
        name: (
          <details>
            <summary className="reading-report__name">
              {isDay(issue.day) ? formatDay(issue.day) : 'Other newsletter links'}
              {issue.subject && <span className="ad-report__note"> {issue.subject}</span>}
            </summary>
            <ul className="reading-report__links">
              {issue.links.map((link) => (
                <li key={link.label}>
                  {link.label} <span className="ad-report__note">{measureText(link, 'views')}</span>
                </li>
              ))}
            </ul>
          </details>
        ),
        figures: { Views: issue.views, Minutes: minutesOf(issue), 'Sign-ups': issue.signUps },
      }))}
    />
  );
}

/** Days with the latest first; hours in their order. */
export function StepsTable({ steps, head }: { steps: readonly ReadingStep[]; head: 'Day' | 'Hour' }) {
  const rows = head === 'Day' ? [...steps].reverse() : steps;
  return (
    <FiguresTable
      head={head}
      rows={rows.map((step) => ({
        key: step.label,
        name: step.label,
        figures: {
          Views: step.views,
          Readers: step.readers,
          Minutes: minutesOf(step),
          Completion: completionOf(step.completed, step.articleViews),
          'Sign-ups': step.signUps,
          'Views before': step.before.views,
          'Minutes before': minutesOf(step.before),
        },
      }))}
    />
  );
}

export function HeatTable({ cells, by }: { cells: readonly HeatCell[]; by: Measure }) {
  const found = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  const figureAt = (weekday: number, hour: number) => {
    const cell = found.get(`${weekday} ${hour}`);
    if (!cell) return 0;
    return by === 'views' ? cell.views : minutesOf(cell);
  };
  return (
    <FiguresTable
      head="Hour"
      rows={Array.from({ length: 24 }, (_, hour) => ({
        key: String(hour),
        name: hourName(hour),
        figures: Object.fromEntries(WEEKDAYS.map((day, index) => [day, figureAt(index + 1, hour)])),
      }))}
    />
  );
}

export function DropsTable({ drops }: { drops: readonly ReadingDrop[] }) {
  return (
    <FiguresTable
      head="Reason"
      rows={drops.map(({ reason, events }) => ({
        key: reason,
        name: (
          <>
            {READING_DROP_TEXTS[reason].label}
            <span className="ad-report__note"> {READING_DROP_TEXTS[reason].note}</span>
          </>
        ),
        figures: { Reports: events },
      }))}
    />
  );
}
