// All issues that were sent.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { listArchive } from '~/features/newsletter/issues/archive.server';
import { ARCHIVE_PATH } from '~/features/newsletter/issues/archive-path';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';
import letterStyles from '~/styles/letters.css?url';
import { ArchivePage } from './archive-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: letterStyles }];

export const loader = publicPage(
  ({ ctx }) => listArchive(ctx),
  () => ({
    title: 'Past letters',
    description: 'Every issue of the weekly letter for law firm owners, newest first.',
    path: ARCHIVE_PATH,
  }),
);

export const meta = metaOf('Past letters');

export default function Archive() {
  return <ArchivePage issues={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="Please try again in a moment." />;
}
