// The newsletter's landing page.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { publicLoader } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { NewsletterPage } from './newsletter-page';

export const loader = publicLoader(async ({ ctx }) => ({ settings: await getSiteSettings(ctx) }));

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(chromeOf(matches), {
    title: 'Newsletter',
    description:
      'Scale Your Law Firm Beyond Traditional Limits: one free email for law firm owners, every Tuesday.',
    path: '/newsletter',
  });

export default function Newsletter() {
  return <NewsletterPage settings={useLoaderData<typeof loader>().settings} />;
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="Please try again in a moment." />;
}
