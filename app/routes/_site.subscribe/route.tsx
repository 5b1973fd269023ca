// Handles subscribe forms posted without JavaScript: redirects back to the page, or returns the form with the
// reader's input.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData } from '@remix-run/react';
import { SUBSCRIBED_PARAM } from '~/features/newsletter/subscribers/lead-source';
import { submitSubscription, type TypedSubscription } from '~/http/forms/subscribe-form.server';
import { toVisit } from '~/http/public-loader.server';
import subscribeStyles from '~/styles/site/subscribe-page.css?url';
import { SubscribePage } from './subscribe-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: subscribeStyles }];

export async function action(args: ActionFunctionArgs) {
  const { ctx, request } = toVisit(args);
  const { ok, typed, error, status, headers } = await submitSubscription(ctx, request);
  return ok ? redirect(thankYouUrl(typed), 303) : data({ typed, error }, { status, headers });
}

function thankYouUrl({ returnTo, source }: TypedSubscription): string {
  const url = new URL(returnTo, 'http://site');
  if (url.pathname === '/subscribe') url.pathname = '/newsletter';
  url.searchParams.set(SUBSCRIBED_PARAM, source);
  return url.pathname + url.search;
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Subscribe' }, { name: 'robots', content: 'noindex' }];

export default function Subscribe() {
  const { typed, error } = useActionData<typeof action>() ?? {};
  return (
    <SubscribePage
      email={typed?.email ?? ''}
      source={typed?.source ?? 'newsletter'}
      returnTo={typed?.returnTo ?? '/'}
      error={error}
    />
  );
}
