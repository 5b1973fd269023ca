// The notice after an accepted admin form, optionally with Undo. A cookie carries it to the next page, so
// that it works without JavaScript and stays out of URLs.

import { redirect } from '@remix-run/cloudflare';
import { z } from 'zod';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { addCookies, findCookie, hasCookies, setCookie } from '../session/pending-cookies.server';

const COOKIE = 'admin-notice';
const SECONDS = 60;
/** The ids of an Undo must fit into a cookie (4 KB). */
const MAX_UNDONE = 50;
const MAX_DESCRIPTION = 500;

const AdminNotice = z.object({
  title: z.string().min(1).max(300),
  description: z.string().max(MAX_DESCRIPTION).optional(),
  destructive: z.boolean().optional(),
  /** Articles that Undo restores from the Trash. */
  undo: z.array(z.uuid()).min(1).max(MAX_UNDONE).optional(),
  /** The media id of a generated image that Undo removes from its article. */
  undoImage: z.uuid().optional(),
  /** Creation time in milliseconds since 1970, which tells two notices with the same text apart. */
  at: z.number(),
});
export type AdminNotice = z.infer<typeof AdminNotice>;

/**
 * Sets the notice. With more than 50 ids it has no Undo; the articles can be restored from the Trash.
 * @public
 */
export function setAdminNotice(ctx: AppContext, notice: Omit<AdminNotice, 'at'>): void {
  const { undo, description, ...text } = notice;
  const isShort = undo && undo.length <= MAX_UNDONE;
  const value = {
    ...text,
    ...(description && { description: cutText(description, 0, MAX_DESCRIPTION) }),
    ...(isShort && { undo }),
    at: ctx.clock.now().getTime(),
  };
  setCookie(ctx, COOKIE, encodeURIComponent(JSON.stringify(value)), { maxAgeSeconds: SECONDS });
}

/** Reads the notice once: the response deletes the cookie, unless it sets another notice. */
export function takeAdminNotice(ctx: AppContext, request: Request): AdminNotice | null {
  const value = findCookie(ctx, request, COOKIE);
  if (!value) return null;
  if (!hasCookies(ctx, COOKIE)) setCookie(ctx, COOKIE, '', { maxAgeSeconds: 0 });
  try {
    return AdminNotice.safeParse(JSON.parse(decodeURIComponent(value))).data ?? null;
  } catch {
    // The cookie is malformed: show no notice.
    return null;
  }
}

/** Keeps a notice that came with this request for the next one. */
export function keepAdminNotice(ctx: AppContext, request: Request): void {
  const value = findCookie(ctx, request, COOKIE);
  if (value) setCookie(ctx, COOKIE, value, { maxAgeSeconds: SECONDS });
}

/** @throws a 303 redirect, so that an action's type contains only what its page receives */
export function acceptForm(ctx: AppContext, to: string, notice: Omit<AdminNotice, 'at'>): never {
  setAdminNotice(ctx, notice);
  throw redirect(to, { status: 303, headers: addCookies(ctx, new Headers()) });
}
