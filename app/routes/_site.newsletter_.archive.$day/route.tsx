// One past newsletter issue, as it was sent.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ARCHIVE_PATH } from '~/features/newsletter/emails/reader-link';
import { getArchived } from '~/features/newsletter/issues/archive.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import issueStyles from '~/styles/site/past-issues.css?url';
import { ArchivedIssuePage } from './archived-issue-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: issueStyles }];

export const loader = publicPage(
  ({ ctx, params }) => getArchived(ctx, params.day ?? ''),
  ({ subject, preheader, day, date, articles }) => ({
    title: subject,
    description: preheader || `The newsletter issue of ${date}.`,
    path: `${ARCHIVE_PATH}/${day}`,
    image: articles[0]?.image?.replace(/\?.*$/, ''),
    imageAlt: articles[0]?.imageAlt,
  }),
);

export const meta = metaOf('Issue not found');

export default function NewsletterEmail() {
  return <ArchivedIssuePage issue={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Issue not found" fallback="The issue you’re looking for doesn’t exist." />;
}
