// The site's icons: 24 x 24, stroked unless filled. Decorative, because their buttons and links have a text.

const STROKED = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2L20.5 20.5',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  close: 'm5.5 5.5 13 13m0-13-13 13',
  'arrow-right': 'M4 12h16m-6-6 6 6-6 6',
  'arrow-left': 'M20 12H4m6-6-6 6 6 6',
  'arrow-down': 'M12 4v16m-6-6 6 6 6-6',
  share: 'M12 15V4m-4.5 4L12 3.5 16.5 8M5 12.5V20h14v-7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7v5l3.2 2.2',
  check: 'm4.5 12.5 5 5 10-11',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
} as const;

const FILLED = {
  theme: 'M12 2.75a9.25 9.25 0 1 0 0 18.5 9.25 9.25 0 0 0 0-18.5Zm0 1.75v15a7.5 7.5 0 0 1 0-15Z',
  linkedin:
    'M4.2 9.2h3.4V20H4.2V9.2ZM5.9 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm3.9 5.2h3.2v1.5c.5-.9 1.7-1.8 3.4-1.8 3 0 4.1 1.8 4.1 4.9V20h-3.4v-5.6c0-1.5-.4-2.6-1.8-2.6-1.4 0-2.1 1-2.1 2.6V20H9.8V9.2Z',
  x: 'M4 4h5l3.6 5 4.3-5h2.2l-5.5 6.4L20 20h-5l-4-5.5L6.3 20H4.1l5.9-6.9L4 4Zm3.1 1.7 8.8 12.6h1.1L8.2 5.7H7.1Z',
  facebook:
    'M13.4 20.5v-7.3h2.5l.4-2.9h-2.9V8.5c0-.9.2-1.5 1.4-1.5h1.6V4.4c-.3 0-1.2-.1-2.3-.1-2.3 0-3.8 1.4-3.8 3.9v2.1H7.8v2.9h2.5v7.3h3.1Z',
  youtube:
    'M12 5.5c4.5 0 7.1.2 8 .6 1.3.5 1.5 2.8 1.5 5.9s-.2 5.4-1.5 5.9c-.9.4-3.5.6-8 .6s-7.1-.2-8-.6C2.7 17.4 2.5 15.1 2.5 12s.2-5.4 1.5-5.9c.9-.4 3.5-.6 8-.6ZM10 9v6l5.2-3L10 9Z',
} as const;

export type IconName = keyof typeof STROKED | keyof typeof FILLED;

const isFilled = (name: IconName): name is keyof typeof FILLED => name in FILLED;

export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }) {
  const filled = isFilled(name);
  return (
    <svg
      className={filled ? 'icon icon--filled' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={filled ? FILLED[name] : STROKED[name]} />
    </svg>
  );
}
