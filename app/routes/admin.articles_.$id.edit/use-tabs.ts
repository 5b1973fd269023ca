// The editor's three parts: one at a time where the screen is narrow, all of them where it is wide or has no scripts.
import { useEffect, useState } from 'react';

export const PARTS = [
  { key: 'content', label: 'Content' },
  { key: 'settings', label: 'Settings' },
  { key: 'media', label: 'SEO & Media' },
] as const;
export type PartKey = (typeof PARTS)[number]['key'];
/** Field -> why it was refused. */
type Issues = Record<string, string>;

const NARROW = '(max-width: 69.99rem)';

/** Null shows every part. Each refusal opens the part that its first field stands in, wherever one is by then. */
export function useTabs(issues: Issues | undefined): [PartKey | null, (key: PartKey) => void] {
  const first = partsOf(issues ?? {})[0] ?? 'content';
  const [isNarrow, setNarrow] = useState(false);
  const [open, setOpen] = useState<PartKey>(first);
  // Opened before anything is drawn: a field of a part that is not shown takes no focus.
  const [answered, setAnswered] = useState(issues);
  if (issues !== answered) {
    setAnswered(issues);
    if (issues) setOpen(first);
  }
  useEffect(() => {
    const media = window.matchMedia(NARROW);
    const follow = () => setNarrow(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return [isNarrow ? open : null, setOpen];
}

const SETTINGS = new Set(['author', 'readTime', 'categoryId', 'status', 'publishAt', 'tagIds']);
const MEDIA = new Set(['imageUrl', 'imageAlt', 'file']);

/** Where refused fields are, the first one's part first. */
export function partsOf(issues: Issues): PartKey[] {
  const parts = Object.keys(issues).map((field): PartKey => {
    if (SETTINGS.has(field)) return 'settings';
    return MEDIA.has(field) ? 'media' : 'content';
  });
  return [...new Set(parts)];
}
