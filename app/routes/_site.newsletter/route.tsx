// The newsletter landing page.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import newsletterStyles from '~/styles/site/newsletter-page.css?url';
import { NewsletterPage } from './newsletter-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: newsletterStyles }];

export const loader = publicPage(
  async ({ ctx }) => {
    const { name, readersFigure, growthFigure, newsletterIntro } = await getSiteSettings(ctx);
    return { name, readersFigure, growthFigure, newsletterIntro };
  },
  () => ({
    title: 'Newsletter',
    description:
      'Scale Your Law Firm Beyond Traditional Limits: one free email for law firm owners, every Tuesday.',
    path: '/newsletter',
  }),
);

export const meta = metaOf('Newsletter');

export default function Newsletter() {
  return <NewsletterPage settings={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="Please try again in a moment." />;
}
