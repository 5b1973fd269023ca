// The collapsed state of the sidebar, in a cookie, so that the server renders it correctly without
// JavaScript.
import { formatCookie } from '~/lib/cookies';

export const SIDEBAR_COOKIE = 'admin-sidebar';

export type SidebarChoice = 'open' | 'collapsed';

/** Parses a cookie value or a form field. Anything but 'collapsed' is open. */
export function toSidebarChoice(text: string): SidebarChoice {
  return text === 'collapsed' ? 'collapsed' : 'open';
}

/** Lasts a year. Scripts write the same cookie as the server. */
export function toSidebarCookie(choice: SidebarChoice, isHttps: boolean): string {
  return formatCookie(SIDEBAR_COOKIE, choice, {
    isHttps,
    maxAgeSeconds: 365 * 24 * 3600,
    isForScripts: true,
  });
}
