// Reports searches to the server, which counts them without personal data.
import { reading } from '~/features/readership/tracking/reading-signals';

interface ReportedSearch {
  query: string;
  /** How many articles were found; left out if this search was already reported. */
  total?: number;
  /** The slug of the article that the reader opens. */
  opened?: string;
}

let lastReported = '';

/** Reports a finished search. It counts only once in a row, even if the reader filters it, opens several articles, or returns to it. */
export function reportFinishedSearch(query: string, total: number, opened?: string): void {
  const isNew = query !== lastReported;
  lastReported = query;
  if (isNew || opened) reportSearch({ query, ...(isNew && { total }), ...(opened && { opened }) });
}

/** Sends one event in the background. Sends nothing if the browser asks not to be tracked. */
export function reportSearch(search: ReportedSearch): void {
  if (search.total !== undefined) reading.report('search');
  if (asksNotToBeTracked()) return;
  navigator.sendBeacon('/api/search-events', JSON.stringify(search));
}

/** Global Privacy Control, or the older Do Not Track. */
function asksNotToBeTracked(): boolean {
  return (
    ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
    navigator.doNotTrack === '1'
  );
}
