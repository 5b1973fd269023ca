// How an accepted admin form ends: a redirect, and a notice that the next page shows.
import { redirect } from '@remix-run/cloudflare';
import type { AppContext } from '~/platform/context';
import { type AdminNotice, leaveAdminNotice } from './admin-notice.server';
import { addCookies } from './waiting-cookies.server';

/** @throws the redirect (303), so that an action's type is only what its page receives */
export function acceptForm(ctx: AppContext, to: string, notice: Omit<AdminNotice, 'at'>): never {
  leaveAdminNotice(ctx, notice);
  throw redirect(to, { status: 303, headers: addCookies(ctx, new Headers()) });
}
