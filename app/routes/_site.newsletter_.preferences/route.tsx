// Newsletter preferences without an account. The token in each newsletter's link identifies the subscriber.
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { PREFERENCES_PATH } from '~/features/newsletter/emails/reader-link';
import { FREQUENCIES } from '~/features/newsletter/subscribers/lead-view';
import {
  chooseFrequency,
  chooseNever,
  deleteReaderData,
  findReader,
} from '~/features/newsletter/subscribers/reader-choices.server';
import { PageError } from '~/http/document/page-error';
import { secretAddressMeta } from '~/http/document/to-meta';
import { readForm } from '~/http/forms/read-form.server';
import { toFailure, toVisit } from '~/http/public-loader.server';
import { ConflictError } from '~/lib/errors';
import subscribeStyles from '~/styles/site/subscribe-page.css?url';
import { PreferencesPage, SAVED } from './preferences-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: subscribeStyles }];
export const meta: MetaFunction = () => secretAddressMeta('Newsletter preferences');

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, url } = toVisit(args);
  try {
    const token = url.searchParams.get('token') ?? '';
    const done = url.searchParams.get('done');
    const reader = await findReader(ctx, token);
    const isDeleted = done === 'forgotten';
    return data(
      { token, reader, isDeleted, saved: SAVED.find((known) => known === done) ?? null },
      { status: reader || isDeleted ? 200 : 410 },
    );
  } catch (error) {
    throw toFailure(ctx, error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, url, request } = toVisit(args);
  try {
    const form = await readForm(request);
    const token = form.text('token') || (url.searchParams.get('token') ?? '');
    if (form.text('intent') === 'forget') {
      await deleteReaderData(ctx, token);
      return redirect(`${PREFERENCES_PATH}?done=forgotten`, 303);
    }
    const frequency = FREQUENCIES.find((known) => known === form.text('frequency'));
    const mustConfirm = frequency ? await chooseFrequency(ctx, token, frequency) : false;
    if (!frequency) await chooseNever(ctx, token);
    const done = mustConfirm ? 'unconfirmed' : 'saved';
    return redirect(`${PREFERENCES_PATH}?token=${encodeURIComponent(token)}&done=${done}`, 303);
  } catch (error) {
    // The page says why.
    if (error instanceof ConflictError) return data(null, { status: error.status });
    throw toFailure(ctx, error);
  }
}

export default function Preferences() {
  return <PreferencesPage view={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
