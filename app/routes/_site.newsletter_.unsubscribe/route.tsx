// Farewell with one click: the link in every letter, and the address that mail programs post to (RFC 8058). A visit
// changes nothing; a POST ends the subscription and answers 200, with nothing to follow.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findReader, unsubscribe } from '~/features/newsletter/reader-choices.server';
import { pressLetterLink, readLetterLink } from '~/http/letter-link.server';
import { PageError } from '~/http/page-error';
import { secretAddressMeta } from '~/http/secret-address';
import { UnsubscribePage } from './unsubscribe-page';

export const meta: MetaFunction = () => secretAddressMeta('Unsubscribe');

export const loader = (args: LoaderFunctionArgs) => readLetterLink(args, findReader);
export const action = (args: ActionFunctionArgs) => pressLetterLink(args, unsubscribe);

export default function Unsubscribe() {
  const { token, reader } = useLoaderData<typeof loader>();
  const isDone = Boolean(useActionData<typeof action>()) || reader?.status === 'unsubscribed';
  return <UnsubscribePage token={token} email={reader?.email ?? null} isDone={isDone} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
