// The editor's three parts: as tabs on narrow screens; all visible on wide ones and without JavaScript.
import { useEffect, useState } from 'react';
import { SEO_FIELDS } from '~/features/seo/seo';

export const PARTS = [
  { key: 'content', label: 'Content' },
  { key: 'settings', label: 'Settings' },
  { key: 'media', label: 'SEO & Media' },
] as const;
export type PartKey = (typeof PARTS)[number]['key'];
/** Field name -> error message. */
type Issues = Record<string, string>;

const NARROW = '(max-width: 69.99rem)';

/** The open part, or null for all. After a refusal, opens the part with the first invalid field. */
export function useTabs(issues: Issues | undefined): [PartKey | null, (key: PartKey) => void] {
  const first = partsOf(issues ?? {})[0] ?? 'content';
  const [isNarrow, setNarrow] = useState(false);
  const [open, setOpen] = useState<PartKey>(first);
  // Set during rendering: a field in a hidden part cannot receive the focus.
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

const SETTINGS = new Set(['author', 'coauthors', 'readTime', 'categoryId', 'status', 'publishAt', 'tagIds']);
const MEDIA = new Set<string>(['imageUrl', 'imageAlt', 'file', ...SEO_FIELDS]);

/** The parts with invalid fields, in the order of the fields. */
export function partsOf(issues: Issues): PartKey[] {
  const parts = Object.keys(issues).map((field): PartKey => {
    if (SETTINGS.has(field)) return 'settings';
    return MEDIA.has(field) ? 'media' : 'content';
  });
  return [...new Set(parts)];
}
