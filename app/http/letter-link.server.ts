// The doors behind links in letters: a visit shows what a button would do and changes nothing, a POST does it.
import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { AppContext } from '~/platform/context';
import { toFailure, toVisit } from './doors.server';
import { readForm } from './read-form.server';

/** Who the link's token names, if anybody. 410 for a token that names nobody; an address without one is a page like others. */
export async function readLetterLink<T extends object>(
  args: LoaderFunctionArgs,
  find: (ctx: AppContext, token: string) => Promise<T | null>,
) {
  const { ctx, url } = toVisit(args);
  try {
    const given = url.searchParams.get('token');
    const token = given ?? '';
    const reader = await find(ctx, token);
    return data({ token, reader }, { status: reader || given === null ? 200 : 410 });
  } catch (error) {
    throw toFailure(error);
  }
}

/** Does what the button says. Mail programs post to the bare link, so the body is read only where the address lacks the token. */
export async function pressLetterLink(
  args: LoaderFunctionArgs,
  press: (ctx: AppContext, token: string) => Promise<unknown>,
): Promise<{ done: true }> {
  const { ctx, url, request } = toVisit(args);
  try {
    await press(ctx, url.searchParams.get('token') || (await readForm(request)).text('token'));
    return { done: true };
  } catch (error) {
    throw toFailure(error);
  }
}
