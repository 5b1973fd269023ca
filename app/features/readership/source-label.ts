// Readable names of the sources of views and leads.
import { formatDay, isDay } from '~/lib/time/dates';

/**
 * Labels of sources without a name. If a day has too many sources, further views are stored without one
 * (`count_reading`).
 */
const UNNAMED: Record<string, string> = {
  direct: 'Direct',
  internal: 'This site',
  unknown: 'Not reported',
  referral: 'Other sites',
  campaign: 'Other campaigns',
  newsletter: 'Other newsletter links',
};

/**
 * `news.example`, `Newsletter of Nov 24, 2026`, `linkedin / social / fall`, `Direct`.
 * @param name of a `VisitSource`; for a newsletter, with or without the link number
 */
export function labelVisitSource(kind: string, name: string): string {
  if (!name) return UNNAMED[kind] ?? 'Unknown';
  if (kind !== 'newsletter') return name;
  const [day = ''] = name.split('/');
  return isDay(day) ? `Newsletter of ${formatDay(day)}` : 'Newsletter';
}

/** As `labelVisitSource`, and `Newsletter of Nov 24, 2026, link 3`. */
export function labelSourceLink(kind: string, name: string): string {
  const link = kind === 'newsletter' ? name.split('/')[1] : undefined;
  return labelVisitSource(kind, name) + (link ? `, link ${link}` : '');
}
