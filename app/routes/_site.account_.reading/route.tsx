// The viewer's reading preferences: text size, typeface and theme.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReadingPreferences } from '~/features/accounts/profile/reading-preferences';
import { saveReadingPreferences } from '~/features/accounts/profile/save-reading-preferences.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { viewerLoader } from '~/http/session/guards.server';
import { setReadingCookie } from '~/http/session/session.server';
import proseStyles from '~/styles/base/prose.css?url';
import accountStyles from '~/styles/site/account.css?url';
import { ReadingPage } from './reading-page';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: proseStyles },
  { rel: 'stylesheet', href: accountStyles },
];
export const meta = noIndexMeta('Reading preferences');

const DEFAULT_READING: ReadingPreferences = { theme: null, textSize: 'standard', typeface: 'serif' };

export const loader = viewerLoader(
  ({ viewer }) => ({ reading: viewer.reading }),
  // Signed out: the action data restores the submitted choices.
  () => ({ reading: DEFAULT_READING }),
);

export const action = viewerForm({
  keepsInput: true,
  fields: ({ text }) => ({ theme: text('theme'), textSize: text('textSize'), typeface: text('typeface') }),
  next: '/account/reading',
  intents: {
    '': {
      failure: 'Reading preferences not saved',
      async run({ ctx, request, viewer, fields }) {
        setReadingCookie({ ctx, request }, await saveReadingPreferences(ctx, viewer, fields));
        return 'reading-saved';
      },
    },
  },
});

export default function Reading() {
  return <ReadingPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Page not found"
      failureTitle="We couldn’t load your reading preferences"
      fallback={TRY_AGAIN}
    />
  );
}
