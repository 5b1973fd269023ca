// What the newsroom's shell shows: who is signed in, and what the form before said.
import type { Role } from '~/features/accounts/account';
import { NOTICES } from '~/features/accounts/account-notices';
import { takeAdminNotice } from '~/http/admin-notice.server';
import type { SignedInVisit } from '~/http/guards.server';
import { noticeOf } from '~/http/session.server';
import type { ShellNotice } from './admin-shell';

export interface ShellFacts {
  fullName: string;
  role: Role;
  notice: ShellNotice | null;
}

export function toShellFacts({ ctx, viewer, request }: SignedInVisit): ShellFacts {
  const name = noticeOf(request);
  const notice = takeAdminNotice(ctx, request) ?? (name && NOTICES[name]);
  return { fullName: viewer.fullName, role: viewer.role, notice };
}
