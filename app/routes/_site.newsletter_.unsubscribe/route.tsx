// Farewell with one click: the link in every letter, and the address that mail programs post to (RFC 8058). A visit
// changes nothing; a POST ends the subscription and answers 200, with nothing to follow.
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findReader, unsubscribe } from '~/features/newsletter/reader-choices.server';
import { toFailure, toVisit } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { UnsubscribePage } from './unsubscribe-page';

export const meta: MetaFunction = () => [
  { title: 'Unsubscribe' },
  { name: 'robots', content: 'noindex' },
  // The address carries a secret.
  { name: 'referrer', content: 'same-origin' },
];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, url } = toVisit(args);
  try {
    const given = url.searchParams.get('token');
    const token = given ?? '';
    const reader = await findReader(ctx, token);
    const view = { token, email: reader?.email ?? null, isGone: reader?.status === 'unsubscribed' };
    return data(view, { status: reader || given === null ? 200 : 410 });
  } catch (error) {
    throw toFailure(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, url, request } = toVisit(args);
  try {
    const token = url.searchParams.get('token') || (await readForm(request)).text('token');
    await unsubscribe(ctx, token);
    return { done: true };
  } catch (error) {
    throw toFailure(error);
  }
}

export default function Unsubscribe() {
  const view = useLoaderData<typeof loader>();
  return <UnsubscribePage view={view} isDone={Boolean(useActionData<typeof action>()) || view.isGone} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
