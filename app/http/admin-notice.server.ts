// What an admin is told by the page after an accepted form: a sentence, perhaps with Undo. It waits in a cookie, so
// that it comes without JavaScript too, and no address carries it.
import { z } from 'zod';
import type { AppContext } from '~/platform/context';
import { findCookie, hasCookies, leaveCookie } from './waiting-cookies.server';

const COOKIE = 'admin-notice';
const SECONDS = 60;
/** Ids of an Undo stay within what a cookie holds. */
const MOST_UNDONE = 50;

const AdminNotice = z.object({
  title: z.string().min(1).max(300),
  description: z.string().max(500).optional(),
  destructive: z.boolean().optional(),
  /** Articles to take out of the Trash again. */
  undo: z.array(z.uuid()).min(1).max(MOST_UNDONE).optional(),
  /** A generated picture to take back. */
  undoImage: z.uuid().optional(),
  /** Tells one saying from the next, when their words are the same. */
  at: z.number(),
});
export type AdminNotice = z.infer<typeof AdminNotice>;

/**
 * Too many ids for an Undo leave it out: the Trash has them all.
 * @public
 */
export function leaveAdminNotice(ctx: AppContext, notice: Omit<AdminNotice, 'at'>): void {
  const { undo, ...words } = notice;
  const isShort = undo && undo.length <= MOST_UNDONE;
  const value = { ...words, ...(isShort && { undo }), at: ctx.clock.now().getTime() };
  leaveCookie(ctx, COOKIE, encodeURIComponent(JSON.stringify(value)), { maxAgeSeconds: SECONDS });
}

/** Read once: the answer makes the browser forget it, unless the same answer leaves another. */
export function takeAdminNotice(ctx: AppContext, request: Request): AdminNotice | null {
  const value = findCookie(ctx, request, COOKIE);
  if (!value) return null;
  if (!hasCookies(ctx, COOKIE)) leaveCookie(ctx, COOKIE, '', { maxAgeSeconds: 0 });
  try {
    return AdminNotice.safeParse(JSON.parse(decodeURIComponent(value))).data ?? null;
  } catch {
    // Not written by us: nothing is said.
    return null;
  }
}
