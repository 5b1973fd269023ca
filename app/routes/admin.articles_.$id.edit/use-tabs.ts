// The editor's three parts: one at a time where the screen is narrow, all of them where it is wide or has no scripts.
import { useEffect, useState } from 'react';

export const PARTS = [
  { key: 'content', label: 'Content' },
  { key: 'settings', label: 'Settings' },
  { key: 'media', label: 'SEO & Media' },
] as const;
export type PartKey = (typeof PARTS)[number]['key'];

const NARROW = '(max-width: 69.99rem)';

/** Null shows every part. `refusedFields` open the part that they stand in. */
export function useTabs(first: PartKey): [PartKey | null, (key: PartKey) => void] {
  const [isNarrow, setNarrow] = useState(false);
  const [open, setOpen] = useState<PartKey>(first);
  useEffect(() => setOpen(first), [first]);
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

/** Where the first refused field is. */
export function partOf(issues: Record<string, string>): PartKey {
  const [field = ''] = Object.keys(issues);
  if (SETTINGS.has(field)) return 'settings';
  return MEDIA.has(field) ? 'media' : 'content';
}
