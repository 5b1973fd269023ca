// One issue as it was sent.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getArchived } from '~/features/newsletter/issues/archive.server';
import { ARCHIVE_PATH } from '~/features/newsletter/issues/archive-path';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';
import letterStyles from '~/styles/letters.css?url';
import { LetterPage } from './letter-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: letterStyles }];

export const loader = publicPage(
  ({ ctx, params }) => getArchived(ctx, params.day ?? ''),
  ({ subject, preheader, day, date, articles }) => ({
    title: subject,
    description: preheader || `The letter of ${date}.`,
    path: `${ARCHIVE_PATH}/${day}`,
    image: articles[0]?.image?.replace(/\?.*$/, ''),
    imageAlt: articles[0]?.imageAlt,
  }),
);

export const meta = metaOf('Letter not found');

export default function Letter() {
  return <LetterPage issue={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Letter not found" fallback="There is no such letter." />;
}
