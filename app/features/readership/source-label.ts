// Sources of views and leads in words.
import { formatDay, isDay } from '~/lib/time/dates';

/**
 * `news.example`, `Newsletter of Nov 24, 2026`, `linkedin / social / fall`, `Direct`.
 * @param name of a `VisitSource`; that of a newsletter with or without the number of the link
 */
export function labelVisitSource(kind: string, name: string): string {
  if (kind === 'direct') return 'Direct';
  if (kind === 'internal') return 'Another page of the site';
  if (kind === 'newsletter') {
    const [day = ''] = name.split('/');
    return isDay(day) ? `Newsletter of ${formatDay(day)}` : 'Newsletter';
  }
  return name || 'Unknown';
}
