// The viewer's newsletter subscription page.
import type { HeadersFunction, LinksFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import {
  getOwnSubscription,
  subscribeReader,
  unsubscribeReader,
} from '~/features/newsletter/subscribers/own-subscription.server';
import { PageError } from '~/http/document/page-error';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { viewerLoader } from '~/http/session/guards.server';
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

export const action = viewerForm({
  next: '/account/newsletter',
  intents: {
    subscribe: {
      failure: 'Not subscribed',
      async run({ ctx, viewer }) {
        await subscribeReader(ctx, viewer);
        return 'newsletter-on';
      },
    },
    unsubscribe: {
      failure: 'Not unsubscribed',
      async run({ ctx, viewer }) {
        await unsubscribeReader(ctx, viewer);
        return 'newsletter-off';
      },
    },
  },
});

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
