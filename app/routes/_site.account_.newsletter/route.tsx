// The viewer's newsletter subscription page.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import {
  getOwnSubscription,
  subscribeReader,
  unsubscribeReader,
} from '~/features/newsletter/subscribers/own-subscription.server';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { viewerLoader } from '~/http/session/guards.server';
import accountStyles from '~/styles/site/account.css?url';
import { AccountNewsletterPage } from './newsletter-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const meta = noIndexMeta('Your newsletter');

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
