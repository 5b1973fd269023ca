// The viewer's newsletter subscription page.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import {
  getOwnSubscription,
  subscribeReader,
  unsubscribeReader,
} from '~/features/newsletter/subscribers/own-subscription.server';
import { PageError } from '~/http/document/page-error';
import { readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { setNotice } from '~/http/session/session.server';
import accountStyles from '~/styles/site/account.css?url';
import { AccountNewsletterPage } from './newsletter-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
/** Passes on the Retry-After header of a rejected request. */
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
    setNotice(ctx, ends ? 'newsletter-off' : 'newsletter-on');
    return redirect('/account/newsletter', { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const title = ends ? 'Not unsubscribed' : 'Not subscribed';
    return refuseForm(ctx, error, { intent, title, typed: {}, fallback: TRY_AGAIN });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function Newsletter() {
  return (
    <AccountNewsletterPage
      subscription={useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Page not found"
      failureTitle="We couldn’t load your newsletter settings"
      fallback={TRY_AGAIN}
    />
  );
}
