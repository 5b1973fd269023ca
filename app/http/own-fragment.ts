// What stands behind the # of an address stays on this site. Browsers carry it over a redirect that has none of its own, and
// links of mails and providers leave tokens there: an address of ours that leads on to somewhere else must not take them along.

/** Ends the fragment of a Location on another site, unless it brings one. */
export function keepFragment(headers: Headers, siteUrl: string): void {
  const location = headers.get('location');
  if (!location || location.includes('#') || !URL.canParse(location, siteUrl)) return;
  if (new URL(location, siteUrl).origin !== siteUrl) headers.set('location', `${location}#`);
}
