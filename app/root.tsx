// The HTML document around every page.

import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import type { LinksFunction } from '@remix-run/cloudflare';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { replayEvents } from '~/http/document/event-replay';
import { useNonce } from '~/http/document/nonce';
import { PageError } from '~/http/document/page-error';
import { SiteStyles } from '~/http/document/site-styles';
import { THEME_SCRIPT } from '~/layouts/site/theme-script';
import serifFont from '~/styles/fonts/newsreader-normal.woff2?url';

const font = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: LinksFunction = () => [
  font(serifFont),
  font(sansFont),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useEffect(replayEvents, []);
  return (
    // The theme script sets data-theme before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, before paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <SiteStyles />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Catches errors that no route's own boundary caught. */
export function ErrorBoundary() {
  return (
    <main id="content">
      <PageError
        title="Something went wrong"
        failureTitle="Something went wrong"
        fallback="We couldn’t show this page. Please try again in a moment."
      />
    </main>
  );
}
