// What the newsroom's shell shows: who is signed in, and what the form before said.
import type { Role } from '~/features/accounts/account';
import { NOTICES } from '~/features/accounts/account-notices';
import { takeAdminNotice } from '~/http/admin-notice.server';
import type { Visit } from '~/http/doors.server';
import type { SignedInVisit } from '~/http/guards.server';
import { noticeOf } from '~/http/session.server';
import { findCookie } from '~/http/waiting-cookies.server';
import type { AppContext } from '~/platform/context';
import type { ShellNotice } from './admin-shell';
import { SIDEBAR_COOKIE, type SidebarChoice, toSidebarChoice } from './sidebar-choice';

function readSidebarChoice(ctx: AppContext, request: Request): SidebarChoice {
  return toSidebarChoice(findCookie(ctx, request, SIDEBAR_COOKIE) ?? '');
}

export interface ShellFacts {
  fullName: string;
  role: Role;
  sidebar: SidebarChoice;
  notice: ShellNotice | null;
}

export function toShellFacts({ ctx, viewer, request }: SignedInVisit): ShellFacts {
  const name = noticeOf(request, ctx.config.isHttps);
  const notice = takeAdminNotice(ctx, request) ?? (name && NOTICES[name]);
  const sidebar = readSidebarChoice(ctx, request);
  return { fullName: viewer.fullName, role: viewer.role, sidebar, notice };
}

/** Of a page that is drawn for nobody, because an action gave its form back. */
export function shellForNobody({ ctx, request }: Visit): ShellFacts {
  return {
    fullName: '',
    role: null,
    sidebar: readSidebarChoice(ctx, request),
    notice: null,
  };
}
