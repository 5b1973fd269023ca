// What a reader chooses about the newsletter, without an account: the link in every letter says who they are.
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { FREQUENCIES } from '~/features/newsletter/lead-view';
import {
  chooseFrequency,
  findReader,
  forgetReader,
  unsubscribe,
} from '~/features/newsletter/reader-choices.server';
import { PREFERENCES_PATH } from '~/features/newsletter/reader-link';
import { toFailure, toVisit } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { secretAddressMeta } from '~/http/secret-address';
import readerStyles from '~/styles/reader-choices.css?url';
import { PreferencesPage } from './preferences-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: readerStyles }];
export const meta: MetaFunction = () => secretAddressMeta('Newsletter preferences');

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, url } = toVisit(args);
  try {
    const token = url.searchParams.get('token') ?? '';
    const said = url.searchParams.get('done');
    const reader = await findReader(ctx, token);
    const isForgotten = said === 'forgotten';
    return data(
      { token, reader, isForgotten, isSaved: said === 'saved' },
      { status: reader || isForgotten ? 200 : 410 },
    );
  } catch (error) {
    throw toFailure(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, url, request } = toVisit(args);
  try {
    const form = await readForm(request);
    const token = form.text('token') || (url.searchParams.get('token') ?? '');
    if (form.text('intent') === 'forget') {
      await forgetReader(ctx, token);
      return redirect(`${PREFERENCES_PATH}?done=forgotten`, 303);
    }
    const frequency = FREQUENCIES.find((known) => known === form.text('frequency'));
    if (frequency) await chooseFrequency(ctx, token, frequency);
    else await unsubscribe(ctx, token);
    return redirect(`${PREFERENCES_PATH}?token=${encodeURIComponent(token)}&done=saved`, 303);
  } catch (error) {
    throw toFailure(error);
  }
}

export default function Preferences() {
  return <PreferencesPage view={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="This link does not work" fallback="Please try again in a moment." />;
}
