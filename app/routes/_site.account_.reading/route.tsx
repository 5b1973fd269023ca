// How the viewer likes to read: text size, typeface, theme.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import { saveReading } from '~/features/accounts/reading.server';
import type { ReadingPreferences } from '~/features/accounts/reading-preferences';
import { refuseForm } from '~/http/form-answer.server';
import { viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { leaveNotice, tellReading } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import type { AppContext } from '~/platform/context';
import accountStyles from '~/styles/account.css?url';
import { ReadingPage } from './reading-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Reading preferences' },
  { name: 'robots', content: 'noindex' },
];

const AS_PUBLISHED: ReadingPreferences = { theme: null, textSize: 'standard', typeface: 'serif' };

export const loader = viewerLoader(
  ({ viewer }) => ({ reading: viewer.reading }),
  // A form that is given back brings what was chosen.
  () => ({ reading: AS_PUBLISHED }),
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
      tellReading(visit, await saveReading(ctx, viewer, typed));
      leaveNotice(ctx, 'reading-saved');
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
      failureTitle="Your reading preferences cannot be shown"
      fallback={TRY_AGAIN}
    />
  );
}
