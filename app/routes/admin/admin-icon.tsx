// The sidebar's drawings, 20 x 20, one stroke. Decorative: the words stand beside them or in the link's name.

const PATHS = {
  dashboard: 'M3 3h6v7H3zm8 0h6v4h-6zm0 6h6v8h-6zm-8 3h6v5H3z',
  articles: 'M4 2.75h8.5L16 6.25v11H4zm3 6h6m-6 3h6m-6 3h4',
  categories: 'M2.75 5.25h5l1.75 2h7.75v9.5H2.75z',
  tags: 'M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5zM6.5 6.5h.01',
  ads: 'M3 8v4h3l7 3.75V4.25L6 8zm3 4 1 4.5h2L8 12.75M16 8v4',
  ctas: 'M3 5h14v7H3zm6.5 4 6 6.5-3 .25L11 18z',
  leads: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.7-3.25 3-5 6.5-5s5.800 1.750 6.500 5',
  images: 'M3 4h14v12H3zm0 9 4-4 3.500 3.500L13 10l4 4M12.500 7.500h.01',
  repair:
    'M12.500 7.500 17 3m-4.500 4.500L4 16m7-11a3.500 3.500 0 0 1 4-1.500M15 9a3.500 3.500 0 0 0 1.500-4M4.500 4.500l3 3m4 4 4 4',
  settings:
    'M10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM10 2.500v2m0 11v2M2.500 10h2m11 0h2M4.700 4.700l1.400 1.400m7.800 7.800 1.400 1.400m0-10.600-1.400 1.400m-7.800 7.800-1.400 1.400',
  collapse: 'M3 4h14v12H3zm4.500 0v12m5-8-2 2 2 2',
  'sign-out': 'M8 3H3.500v14H8m4-10.500L15.500 10 12 13.500M15 10H7.500',
} as const;
export type AdminIconName = keyof typeof PATHS;

export function AdminIcon({ name }: { name: AdminIconName }) {
  return (
    <svg
      className="admin-icon"
      width={20}
      height={20}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
