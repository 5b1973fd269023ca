// The confirmation link in the email to a new subscriber. Mail scanners open links, so a GET confirms
// nothing; the button on the page does.
import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmSubscription, findConfirming } from '~/features/newsletter/subscribers/reader-choices.server';
import { PageError } from '~/http/document/page-error';
import { secretAddressMeta } from '~/http/document/to-meta';
import { readNewsletterLink, submitNewsletterLink } from '~/http/forms/newsletter-link.server';
import subscribeStyles from '~/styles/site/subscribe-page.css?url';
import { ConfirmPage } from './confirm-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: subscribeStyles }];

export const meta: MetaFunction = () => secretAddressMeta('Confirm your subscription');

export const loader = (args: LoaderFunctionArgs) => readNewsletterLink(args, findConfirming);
export const action = (args: ActionFunctionArgs) => submitNewsletterLink(args, confirmSubscription);

export default function Confirm() {
  const { token, reader } = useLoaderData<typeof loader>();
  const isDone = Boolean(useActionData<typeof action>()) || reader?.status === 'confirmed';
  return <ConfirmPage token={token} email={reader?.email ?? null} isDone={isDone} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
