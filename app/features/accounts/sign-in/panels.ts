// The forms of the sign-in page and their URLs.
export const PANELS = ['sign-in', 'sign-up', 'forgot', 'new-password'] as const;
export type Panel = (typeof PANELS)[number];

export function panelOf(params: URLSearchParams): Panel {
  if (params.get('reset') === 'true') return 'new-password';
  if (params.get('panel') === 'forgot') return 'forgot';
  return params.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in';
}

/** The URL of a panel. Keeps the redirect target. */
export function panelAddress(panel: Panel, redirect: string | null): string {
  const params = new URLSearchParams();
  if (panel === 'sign-up') params.set('tab', 'sign-up');
  if (panel === 'forgot') params.set('panel', 'forgot');
  if (panel === 'new-password') params.set('reset', 'true');
  if (redirect) params.set('redirect', redirect);
  const query = params.toString();
  return query ? `/auth?${query}` : '/auth';
}
