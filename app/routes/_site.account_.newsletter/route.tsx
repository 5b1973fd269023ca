// The viewer's newsletter: how it stands, and a button that changes it.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import {
  getOwnSubscription,
  subscribeReader,
  unsubscribeReader,
} from '~/features/newsletter/own-subscription.server';
import { refuseForm } from '~/http/form-answer.server';
import { viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import accountStyles from '~/styles/account.css?url';
import { NewsletterPage } from './newsletter-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Your newsletter' },
  { name: 'robots', content: 'noindex' },
];

export const loader = viewerLoader(({ ctx, viewer }) => getOwnSubscription(ctx, viewer));

export const action = viewerAction(async ({ ctx, request, viewer }) => {
  const intent = (await readForm(request)).text('intent');
  const ends = intent === 'unsubscribe';
  try {
    if (!ends && intent !== 'subscribe') throw new Response(null, { status: 400 });
    await (ends ? unsubscribeReader : subscribeReader)(ctx, viewer);
    leaveNotice(ctx, ends ? 'newsletter-off' : 'newsletter-on');
    return redirect('/account/newsletter', { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const title = ends ? 'Not unsubscribed' : 'Not subscribed';
    return refuseForm(ctx, error, { intent, title, typed: {}, fallback: TRY_AGAIN });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function Newsletter() {
  return (
    <NewsletterPage
      subscription={useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return (
    <PageError title="Page not found" failureTitle="Your newsletter cannot be shown" fallback={TRY_AGAIN} />
  );
}
