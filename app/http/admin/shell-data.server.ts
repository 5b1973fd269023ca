// The data of the admin shell: the signed-in user, the sidebar's state, and the notice of the last form.
import type { Role } from '~/features/accounts/account';
import { NOTICES } from '~/features/accounts/sign-in/account-notices';
import { getSiteSettings } from '~/features/settings/settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import type { AppContext } from '~/platform/context';
import { takeAdminNotice } from '../forms/admin-notice.server';
import type { Visit } from '../public-loader.server';
import type { SignedInVisit } from '../session/guards.server';
import { findCookie } from '../session/pending-cookies.server';
import { noticeOf } from '../session/session.server';
import { SIDEBAR_COOKIE, type SidebarChoice, toSidebarChoice } from './sidebar-choice';

function readSidebarChoice(ctx: AppContext, request: Request): SidebarChoice {
  return toSidebarChoice(findCookie(ctx, request, SIDEBAR_COOKIE) ?? '');
}

export interface ShellNotice {
  title: string;
  description?: string | undefined;
  destructive?: boolean | undefined;
  /** Articles that went to the Trash. */
  undo?: string[] | undefined;
  /** The media id of a generated image that was set on an article. */
  undoImage?: string | undefined;
  at?: number | undefined;
}

export interface ShellData {
  /** Null when the account is unknown. */
  userId: string | null;
  fullName: string;
  role: Role;
  sidebar: SidebarChoice;
  /** For previews of search results. */
  site: { name: string; url: string };
  notice: ShellNotice | null;
}

export async function toShellData({ ctx, viewer, request }: SignedInVisit): Promise<ShellData> {
  const settings = await getSiteSettings(ctx);
  const name = noticeOf(request, ctx.config.isHttps);
  const notice = takeAdminNotice(ctx, request) ?? (name && NOTICES[name]);
  const sidebar = readSidebarChoice(ctx, request);
  const { userId, fullName, role } = viewer;
  const site = { name: settings.name, url: ctx.config.siteUrl };
  return { userId, fullName, role, sidebar, site, notice };
}

/** The shell around a form that is returned because the session ended or the database is unavailable. */
export function unauthenticatedShell({ ctx, request }: Visit): ShellData {
  return {
    userId: null,
    fullName: '',
    role: null,
    sidebar: readSidebarChoice(ctx, request),
    site: { name: DEFAULT_SETTINGS.name, url: ctx.config.siteUrl },
    notice: null,
  };
}
