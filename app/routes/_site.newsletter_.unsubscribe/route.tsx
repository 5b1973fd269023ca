// The one-click unsubscribe link and the List-Unsubscribe-Post target (RFC 8058). A GET changes nothing; a
// POST unsubscribes and returns 200 without a redirect.
import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findReader, unsubscribe } from '~/features/newsletter/subscribers/reader-choices.server';
import { PageError } from '~/http/document/page-error';
import { secretAddressMeta } from '~/http/document/to-meta';
import { readNewsletterLink, submitNewsletterLink } from '~/http/forms/newsletter-link.server';
import subscribeStyles from '~/styles/site/subscribe-page.css?url';
import { UnsubscribePage } from './unsubscribe-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: subscribeStyles }];

export const meta: MetaFunction = () => secretAddressMeta('Unsubscribe');

export const loader = (args: LoaderFunctionArgs) => readNewsletterLink(args, findReader);
export const action = (args: ActionFunctionArgs) => submitNewsletterLink(args, unsubscribe);

export default function Unsubscribe() {
  const { token, reader } = useLoaderData<typeof loader>();
  const isDone = Boolean(useActionData<typeof action>()) || reader?.status === 'unsubscribed';
  return <UnsubscribePage token={token} email={reader?.email ?? null} isDone={isDone} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
