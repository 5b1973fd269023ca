// The archive of sent newsletter issues.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ARCHIVE_PATH } from '~/features/newsletter/emails/reader-link';
import { listArchive } from '~/features/newsletter/issues/archive.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import issueStyles from '~/styles/site/past-issues.css?url';
import { ArchivePage } from './archive-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: issueStyles }];

export const loader = publicPage(
  ({ ctx }) => listArchive(ctx),
  () => ({
    title: 'Past issues',
    description: 'Every issue of the weekly newsletter for law firm owners, newest first.',
    path: ARCHIVE_PATH,
  }),
);

export const meta = metaOf('Past issues');

export default function Archive() {
  return <ArchivePage issues={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="Please try again in a moment." />;
}
