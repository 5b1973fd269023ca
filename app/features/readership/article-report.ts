// How one article is read: types and pure rules of its report.

/** Sums of an article's views. `quarters` counts those that reached each quarter of the text or a later one. */
export interface ArticleFigures {
  views: number;
  /** Per day: someone who returns another day is counted again, because readers are not recognized across days. */
  readers: number;
  engagedSeconds: number;
  quarters: [number, number, number, number];
  signUps: number;
  saves: number;
  shares: number;
  ctaClicks: number;
}

export interface ArticleDay {
  /** `2026-11-24` */
  day: string;
  views: number;
  engagedSeconds: number;
}

export interface ArticleSource {
  kind: string;
  name: string;
  views: number;
  engagedSeconds: number;
  signUps: number;
}

export interface OutlineHeading {
  text: string;
  level: 2 | 3;
  /** The quarter of the text that it is in, 1 to 4. */
  quarter: number;
}

export interface ArticleReport {
  article: { id: string; title: string; slug: string; category: string | null; publishedOn: string | null };
  figures: ArticleFigures;
  /** From the publication, at most the last 90 days; oldest first, without gaps. */
  days: ArticleDay[];
  sources: ArticleSource[];
  devices: { name: string; views: number }[];
  outline: OutlineHeading[];
  /**
   * Views in the first days after publication, and the median of other articles of the category over the same
   * number of days.
   */
  comparison: { days: number; views: number; median: number; articles: number } | null;
}

/** From 0 to 1; null if nothing was viewed. */
export function completedShare({
  views,
  quarters,
}: Pick<ArticleFigures, 'views' | 'quarters'>): number | null {
  return views > 0 ? quarters[3] / views : null;
}

/** The headings of clean HTML, each with the quarter of the text in which it begins. */
export function outlineOf(html: string): OutlineHeading[] {
  const lengthOf = (part: string) => part.replace(/<[^>]*>/g, '').length;
  const total = Math.max(1, lengthOf(html));
  return [...html.matchAll(/<h([23])[^>]*>(.*?)<\/h\1>/gs)].flatMap(({ index, 1: level, 2: inner = '' }) => {
    const text = inner
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .trim();
    const quarter = Math.min(4, 1 + Math.floor((4 * lengthOf(html.slice(0, index))) / total));
    return text ? [{ text, level: level === '2' ? (2 as const) : (3 as const), quarter }] : [];
  });
}
