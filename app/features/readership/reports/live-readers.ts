// Readers of the last minutes.

export const LIVE_MINUTES = 30;

export interface LiveReaders {
  /** Each of the last 30 minutes, oldest first, by its beginning as `2:05 PM` in the site's time zone. */
  minutes: { time: string; readers: number }[];
  /** Distinct readers in all these minutes. */
  readers: number;
  /** `title` is null for an article that was deleted or that the viewer may not see. */
  articles: { id: string; title: string | null; readers: number }[];
}
