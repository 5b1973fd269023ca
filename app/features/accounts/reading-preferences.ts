// How somebody likes to read. It is kept with the account, and a cookie tells it to the script in the head of every page:
// pages are the same for all, so only the browser can make the difference, and it has to know before the first paint. Pure.

export const THEMES = ['system', 'light', 'dark'] as const;
export const TEXT_SIZES = ['small', 'standard', 'large', 'largest'] as const;
export const TYPEFACES = ['serif', 'sans'] as const;

export interface ReadingPreferences {
  /** Null leaves it to the device: the reader chose none. */
  theme: (typeof THEMES)[number] | null;
  textSize: (typeof TEXT_SIZES)[number];
  typeface: (typeof TYPEFACES)[number];
}

/** It proves nothing and says nothing else; it goes with the session. */
export const READING_COOKIE = 'reading';

/** The cookie's value, `dark.large.sans`: what differs from what visitors get, so '' for nothing. */
export function readingWords({ theme, textSize, typeface }: ReadingPreferences): string {
  const words = [theme, textSize === 'standard' ? null : textSize, typeface === 'serif' ? null : typeface];
  return words.filter(Boolean).join('.');
}
