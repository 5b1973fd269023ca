// Where a click on an ad leads.
import type { AdView } from './ad-locations';

/** Null for an ad without a link. */
export function adHref(ad: AdView): string | null {
  return ad.href;
}
