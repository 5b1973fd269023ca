// The sidebar's icons: 20 x 20, one stroke. Decorative, because the link has a text or an accessible name.

const PATHS = {
  dashboard: 'M3 3h6v7H3zm8 0h6v4h-6zm0 6h6v8h-6zm-8 3h6v5H3z',
  articles: 'M4 2.75h8.5L16 6.25v11H4zm3 6h6m-6 3h6m-6 3h4',
  categories: 'M2.75 5.25h5l1.75 2h7.75v9.5H2.75z',
  tags: 'M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5zM6.5 6.5h.01',
  ads: 'M3 8v4h3l7 3.75V4.25L6 8zm3 4 1 4.5h2L8 12.75M16 8v4',
  ctas: 'M3 5h14v7H3zm6.5 4 6 6.5-3 .25L11 18z',
  leads: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.7-3.25 3-5 6.5-5s5.800 1.75 6.5 5',
  images: 'M3 4h14v12H3zm0 9 4-4 3.5 3.5L13 10l4 4M12.5 7.5h.01',
  repair:
    'M12.5 7.5 17 3m-4.5 4.5L4 16m7-11a3.5 3.5 0 0 1 4-1.5M15 9a3.5 3.5 0 0 0 1.5-4M4.5 4.5l3 3m4 4 4 4',
  settings:
    'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 2.5v2m0 11v2M2.5 10h2m11 0h2M4.700 4.700l1.400 1.400m7.800 7.800 1.400 1.400m0-10.600-1.400 1.400m-7.800 7.800-1.400 1.400',
  newsletter: 'M2.75 4.5h14.5v11H2.75zm.5.5L10 10.75 16.75 5M2.750 15.250l5-5m9.500 5-5-5',
  media: 'M2.75 6.25V16h11.5M5.25 3.5h12v10h-12zm0 8 3.5-3.25 2.5 2.25 2-1.75 4 3.25M14 6.5h.01',
  pages: 'M4.5 2.75h7.25L15.5 6.5v10.75h-11zM11.5 3v3.75h3.75',
  redirects: 'M3 5.5h7.5a3.25 3.25 0 0 1 0 6.5H6m2.75-3L5.5 12l3.25 3M14.5 15h2.5',
  search: 'M8.75 14a5.250 5.250 0 1 0 0-10.500 5.250 5.250 0 0 0 0 10.500ZM12.750 12.750 17 17',
  jobs: 'M3 4.5h8M3 10h5M3 15.5h8M14 4.5l1.500 1.500 2.500-3M11.500 10l1.500 1.500 2.500-3M14 15.500l1.500 1.500 2.500-3',
  webhooks:
    'M10 4.25a2.5 2.5 0 0 1 1.250 4.650l2.500 4.350M8.750 8.900 6.250 13.250M8 4.900a2.500 2.500 0 0 1 2-.650M5.500 16a2 2 0 1 0-.650-3.900M14.500 16a2 2 0 1 0 .650-3.900M7.250 14.250h5.500',
  transfer: 'M6.5 16.500V4.500M3 8l3.500-3.500L10 8M13.500 3.500v12M10 12l3.500 3.500L17 12',
  audit: 'M10 17a7 7 0 1 0-6.25-3.900M3 9.5l.75 3.650 3.5-1.150M10 6.25V10l2.75 1.75',
  people:
    'M7.5 9.250a2.750 2.750 0 1 0 0-5.500 2.750 2.750 0 0 0 0 5.500ZM2.500 16c.5-2.750 2.250-4.250 5-4.250s4.500 1.500 5 4.250M13 4a2.500 2.500 0 0 1 0 4.900M14.500 12c1.750.5 2.750 1.900 3 4',
  collapse: 'M3 4h14v12H3zm4.5 0v12m5-8-2 2 2 2',
  'sign-out': 'M8 3H3.5v14H8m4-10.5L15.5 10 12 13.5M15 10H7.5',
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
