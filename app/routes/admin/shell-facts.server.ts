// What the newsroom's shell shows: who is signed in, and what the form before said.
import type { Role } from '~/features/accounts/account';
import { NOTICES } from '~/features/accounts/account-notices';
import { takeAdminNotice } from '~/http/admin-notice.server';
import type { SignedInVisit } from '~/http/guards.server';
import { noticeOf } from '~/http/session.server';
import type { ShellNotice } from './admin-shell';
import { readSidebarChoice, type SidebarChoice } from './sidebar-choice';

export interface ShellFacts {
  fullName: string;
  role: Role;
  sidebar: SidebarChoice;
  notice: ShellNotice | null;
}

export function toShellFacts({ ctx, viewer, request }: SignedInVisit): ShellFacts {
  const name = noticeOf(request);
  const notice = takeAdminNotice(ctx, request) ?? (name && NOTICES[name]);
  const sidebar = readSidebarChoice(request.headers.get('cookie'));
  return { fullName: viewer.fullName, role: viewer.role, sidebar, notice };
}

/** Of a page that is drawn for nobody, because an action gave its form back. */
export function shellForNobody(request: Request): ShellFacts {
  return {
    fullName: '',
    role: null,
    sidebar: readSidebarChoice(request.headers.get('cookie')),
    notice: null,
  };
}
