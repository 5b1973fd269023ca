// Reading preferences. Cached pages are the same for everyone, so the script in the head of every page
// applies the preferences from a cookie before the first paint. The account stores them too.

export const THEMES = ['system', 'light', 'dark'] as const;
export const TEXT_SIZES = ['small', 'standard', 'large', 'largest'] as const;
export const TYPEFACES = ['serif', 'sans'] as const;

export interface ReadingPreferences {
  /** Null if the reader has not chosen one, so that the device decides. */
  theme: (typeof THEMES)[number] | null;
  textSize: (typeof TEXT_SIZES)[number];
  typeface: (typeof TYPEFACES)[number];
}

/** Not signed and holds no secrets. It is cleared at sign-out. */
export const READING_COOKIE = 'reading';

/**
 * The cookie's value: the preferences that differ from the defaults, such as `dark.large.sans`; '' for none.
 */
export function readingCookieValue({ theme, textSize, typeface }: ReadingPreferences): string {
  const parts = [theme, textSize === 'standard' ? null : textSize, typeface === 'serif' ? null : typeface];
  return parts.filter(Boolean).join('.');
}
