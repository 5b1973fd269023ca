// Where the letter to a new subscriber leads. Mail scanners follow links, so opening it confirms nobody: its button does.
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmSubscription, findConfirming } from '~/features/newsletter/reader-choices.server';
import { toFailure, toVisit } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { ConfirmPage } from './confirm-page';

export const meta: MetaFunction = () => [
  { title: 'Confirm your subscription' },
  { name: 'robots', content: 'noindex' },
  // The address carries a secret.
  { name: 'referrer', content: 'same-origin' },
];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, url } = toVisit(args);
  try {
    const given = url.searchParams.get('token');
    const token = given ?? '';
    const reader = await findConfirming(ctx, token);
    const view = { token, email: reader?.email ?? null, isConfirmed: reader?.status === 'confirmed' };
    return data(view, { status: reader || given === null ? 200 : 410 });
  } catch (error) {
    throw toFailure(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, url, request } = toVisit(args);
  try {
    const token = (await readForm(request)).text('token') || (url.searchParams.get('token') ?? '');
    await confirmSubscription(ctx, token);
    return { done: true };
  } catch (error) {
    throw toFailure(error);
  }
}

export default function Confirm() {
  const view = useLoaderData<typeof loader>();
  return <ConfirmPage view={view} isDone={Boolean(useActionData<typeof action>()) || view.isConfirmed} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
