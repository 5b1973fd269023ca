// Where subscribe forms post without scripts: back to the page, or the form again with what was typed.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData } from '@remix-run/react';
import { SUBSCRIBED_PARAM } from '~/features/newsletter/lead-source';
import { toVisit } from '~/http/doors.server';
import { type TypedSubscription, takeSubscription } from '~/http/subscribe-form.server';
import { SubscribePage } from './subscribe-page';

export async function action(args: ActionFunctionArgs) {
  const { ctx, request } = toVisit(args);
  const { ok, typed, error, status, headers } = await takeSubscription(ctx, request);
  return ok ? redirect(thanksAddress(typed), 303) : data({ typed, error }, { status, headers });
}

function thanksAddress({ returnTo, source }: TypedSubscription): string {
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
