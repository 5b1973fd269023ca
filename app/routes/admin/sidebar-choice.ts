// Whether somebody wants the sidebar narrow: a cookie, so that the server draws it so from the first byte, with or without scripts.
import { readCookie } from '~/lib/cookies';

export const SIDEBAR_COOKIE = 'admin-sidebar';

export type SidebarChoice = 'open' | 'collapsed';

/** What a cookie header says, or a form's field; open unless it says otherwise. */
export function toSidebarChoice(text: string): SidebarChoice {
  return text === 'collapsed' ? 'collapsed' : 'open';
}

export function readSidebarChoice(cookies: string | null): SidebarChoice {
  return toSidebarChoice(readCookie(cookies, SIDEBAR_COOKIE) ?? '');
}

/** For a year, on this browser; scripts write the same line as the server. */
export function toSidebarCookie(choice: SidebarChoice): string {
  return `${SIDEBAR_COOKIE}=${choice}; Max-Age=31536000; Path=/; SameSite=Lax`;
}
