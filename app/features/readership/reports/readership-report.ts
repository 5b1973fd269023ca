// Types and pure calculations of the readership report.
import { keysOf } from '~/lib/properties';
import { addDays } from '~/lib/time/dates';
import type { ReadingDropReason } from '../tracking/reading-event';
import type { Measure, ReadingQuery } from './reading-range';

/** Figures of a set of views. */
export interface ReadingFigures {
  views: number;
  engagedSeconds: number;
  signUps: number;
}

/** Figures of the whole site. */
export interface SiteFigures extends ReadingFigures {
  /** Views of articles, and how many of them reached the last quarter of the text. */
  articleViews: number;
  completed: number;
  /** Counted per day, because readers are not recognized across days. */
  readers: number;
}

export interface ReadingDay extends SiteFigures {
  day: string;
}

/** By hour, 0 to 23, of one day. */
export interface ReadingHour extends SiteFigures {
  hour: number;
}

/** A bar of the chart: a day or an hour, with the same one of the previous period. */
export interface ReadingStep extends SiteFigures {
  label: string;
  before: SiteFigures;
}

/** A weekday and hour: 1 is Monday, 7 is Sunday. */
export interface HeatCell {
  weekday: number;
  hour: number;
  views: number;
  engagedSeconds: number;
}

export interface ReadArticle extends ReadingFigures {
  id: string;
  /** Null for an article that was deleted or that the viewer may not see. */
  title: string | null;
  slug: string | null;
  readers: number;
  completed: number;
  /** Of the ranked figure, in the previous period. */
  before: number;
}

/** The name of an article without a title. @param seesAll the viewer may see articles that are not public */
export const untitledArticle = (seesAll: boolean) =>
  seesAll ? 'Deleted article' : 'Deleted or unpublished article';

/** Kinds of groups that are listed, except newsletters. */
export const GROUP_KINDS = [
  'category',
  'author',
  'tag',
  'referrer',
  'campaign',
  'device',
  'country',
  'page',
] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface ReadingGroup extends ReadingFigures {
  /** Unique in its list. */
  key: string;
  label: string;
  /** Of the ranked figure, in the previous period. */
  before: number;
}

export interface ReadIssue extends ReadingFigures {
  day: string;
  /** Null if it was deleted. */
  subject: string | null;
  links: (ReadingFigures & { label: string })[];
}

/** Reports that were received and not counted. */
export interface ReadingDrop {
  reason: ReadingDropReason;
  events: number;
}

export const READING_DROP_TEXTS: Record<ReadingDropReason, { label: string; note: string }> = {
  too_early: { label: 'Too early', note: 'More seconds than have passed since the view began.' },
  bad_token: { label: 'Invalid token', note: 'Not backed by a page view on this site.' },
  expired: { label: 'Expired token', note: 'More than a day after the page view began.' },
};

export interface ReadershipReport {
  query: ReadingQuery;
  period: ReadingPeriod;
  total: SiteFigures;
  before: SiteFigures;
  steps: ReadingStep[];
  heat: HeatCell[];
  articles: ReadArticle[];
  groups: { kind: GroupKind; rows: ReadingGroup[] }[];
  /** Views that followed another page of this site. */
  internal: ReadingFigures;
  issues: ReadIssue[];
  drops: ReadingDrop[];
}

export interface ReadingPeriod {
  first: string;
  last: string;
  /** First day of the previous period, which ends the day before `first`. */
  before: string;
}

export const NO_READING: SiteFigures = {
  views: 0,
  articleViews: 0,
  completed: 0,
  readers: 0,
  engagedSeconds: 0,
  signUps: 0,
};

export function addUpReading(rows: readonly SiteFigures[]): SiteFigures {
  const sum = { ...NO_READING };
  for (const row of rows) for (const name of keysOf(sum)) sum[name] += row[name];
  return sum;
}

/** Each day of the period beside the same day of the previous period. */
export function toDaySteps(
  rows: readonly ReadingDay[],
  { first, last, before }: ReadingPeriod,
  label: (day: string) => string,
): ReadingStep[] {
  const found = new Map(rows.map((row) => [row.day, row]));
  const steps: ReadingStep[] = [];
  for (let day = first, earlier = before; day <= last; day = addDays(day, 1), earlier = addDays(earlier, 1))
    steps.push({
      ...NO_READING,
      ...found.get(day),
      label: label(day),
      before: found.get(earlier) ?? NO_READING,
    });
  return steps;
}

/** Each hour of a day beside the same hour of the previous day. */
export function toHourSteps(hours: readonly ReadingHour[], before: readonly ReadingHour[]): ReadingStep[] {
  const at = (rows: readonly ReadingHour[], hour: number) =>
    rows.find((row) => row.hour === hour) ?? NO_READING;
  return Array.from({ length: 24 }, (_, hour) => ({
    ...NO_READING,
    ...at(hours, hour),
    label: hourName(hour),
    before: at(before, hour),
  }));
}

/** `12 AM`, `3 PM`. */
export const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const minutesOf = ({ engagedSeconds }: Pick<ReadingFigures, 'engagedSeconds'>) =>
  Math.round(engagedSeconds / 60);

/** The figure that is ranked and drawn: views, or engaged seconds. */
export const measured = (figures: Pick<ReadingFigures, 'views' | 'engagedSeconds'>, by: Measure) =>
  by === 'views' ? figures.views : figures.engagedSeconds;

/** The share of article views that reached the last quarter, such as `41%`; a dash without views. */
export function completionOf(completed: number, views: number): string {
  return views > 0 ? `${Math.round((100 * completed) / views)}%` : '–';
}

/** `+12%`, `−5%`, `×12` from ten times on, `no change`, `new`; a dash if there was nothing in both periods. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? '–' : 'new';
  if (now >= 10 * before) return `×${Math.round(now / before).toLocaleString('en-US')}`;
  const change = Math.round((100 * (now - before)) / before);
  if (change === 0) return 'no change';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}
