// Where the letter to a new subscriber leads. Mail scanners follow links, so opening it confirms nobody: its button does.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmSubscription, findConfirming } from '~/features/newsletter/reader-choices.server';
import { pressLetterLink, readLetterLink } from '~/http/letter-link.server';
import { PageError } from '~/http/page-error';
import { secretAddressMeta } from '~/http/secret-address';
import { ConfirmPage } from './confirm-page';

export const meta: MetaFunction = () => secretAddressMeta('Confirm your subscription');

export const loader = (args: LoaderFunctionArgs) => readLetterLink(args, findConfirming);
export const action = (args: ActionFunctionArgs) => pressLetterLink(args, confirmSubscription);

export default function Confirm() {
  const { token, reader } = useLoaderData<typeof loader>();
  const isDone = Boolean(useActionData<typeof action>()) || reader?.status === 'confirmed';
  return <ConfirmPage token={token} email={reader?.email ?? null} isDone={isDone} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
