// The viewer's reading preferences: text size, typeface and theme.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveReading } from '~/features/accounts/profile/reading.server';
import type { ReadingPreferences } from '~/features/accounts/profile/reading-preferences';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { setNotice, setReadingCookie } from '~/http/session/session.server';
import type { AppContext } from '~/platform/context';
import proseStyles from '~/styles/base/prose.css?url';
import accountStyles from '~/styles/site/account.css?url';
import { ReadingPage } from './reading-page';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: proseStyles },
  { rel: 'stylesheet', href: accountStyles },
];
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Reading preferences' },
  { name: 'robots', content: 'noindex' },
];

const DEFAULT_READING: ReadingPreferences = { theme: null, textSize: 'standard', typeface: 'serif' };

export const loader = viewerLoader(
  ({ viewer }) => ({ reading: viewer.reading }),
  // Signed out: the action data restores the submitted choices.
  () => ({ reading: DEFAULT_READING }),
);

function readChoices({ text }: PostedForm) {
  return { theme: text('theme'), textSize: text('textSize'), typeface: text('typeface') };
}

function refuse(ctx: AppContext, error: unknown, typed: ReturnType<typeof readChoices>) {
  const title = 'Reading preferences not saved';
  return refuseForm(ctx, error, { intent: 'reading', title, typed, fallback: TRY_AGAIN });
}

export const action = viewerAction(
  async (visit) => {
    const { ctx, viewer } = visit;
    const typed = readChoices(await readForm(visit.request));
    try {
      setReadingCookie(visit, await saveReading(ctx, viewer, typed));
      setNotice(ctx, 'reading-saved');
      return redirect('/account/reading', { status: 303, headers: addCookies(ctx, new Headers()) });
    } catch (error) {
      return refuse(ctx, error, typed);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, readChoices(await readForm(request))),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

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
