// What an accepted form of the newsroom answers: the way on, and a sentence that the page there says.
import { redirect } from '@remix-run/cloudflare';
import type { AppContext } from '~/platform/context';
import { type AdminNotice, leaveAdminNotice } from './admin-notice.server';
import { addCookies } from './waiting-cookies.server';

export function acceptForm(ctx: AppContext, to: string, notice: Omit<AdminNotice, 'at'>): Response {
  leaveAdminNotice(ctx, notice);
  return redirect(to, { status: 303, headers: addCookies(ctx, new Headers()) });
}
