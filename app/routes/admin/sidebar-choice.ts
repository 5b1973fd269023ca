// Whether somebody wants the sidebar narrow: a cookie, so that the server draws it so from the first byte, with or without scripts.
import { formatCookie } from '~/lib/cookies';

export const SIDEBAR_COOKIE = 'admin-sidebar';

export type SidebarChoice = 'open' | 'collapsed';

/** What a cookie header says, or a form's field; open unless it says otherwise. */
export function toSidebarChoice(text: string): SidebarChoice {
  return text === 'collapsed' ? 'collapsed' : 'open';
}

/** For a year, on this browser; scripts write the same line as the server. */
export function toSidebarCookie(choice: SidebarChoice, isHttps: boolean): string {
  return formatCookie(SIDEBAR_COOKIE, choice, {
    isHttps,
    maxAgeSeconds: 365 * 24 * 3600,
    isForScripts: true,
  });
}
