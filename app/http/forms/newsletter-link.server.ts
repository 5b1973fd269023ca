// Loaders and actions behind newsletter email links: GET shows a button and changes nothing, POST does the
// work.
import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { AppContext } from '~/platform/context';
import { toFailure, toVisit } from '../public-loader.server';
import { readForm } from './read-form.server';

/**
 * Finds the subscriber for the URL's token. 410 for an unknown token; a URL without a token is a normal page.
 */
export async function readNewsletterLink<T extends object>(
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
    throw toFailure(ctx, error);
  }
}

/**
 * Runs the link's operation. Mail clients post to the bare URL (RFC 8058), so the body is read only if that
 * URL has no token.
 */
export async function submitNewsletterLink(
  args: LoaderFunctionArgs,
  submit: (ctx: AppContext, token: string) => Promise<unknown>,
): Promise<{ done: true }> {
  const { ctx, url, request } = toVisit(args);
  try {
    await submit(ctx, url.searchParams.get('token') || (await readForm(request)).text('token'));
    return { done: true };
  } catch (error) {
    throw toFailure(ctx, error);
  }
}
