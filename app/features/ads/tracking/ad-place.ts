// Where an ad was shown, and its text form in tickets, links and tokens.

export interface AdPlace {
  adId: string;
  placementId: string;
  location: string;
  /** The placement's category; null for a global placement. */
  categoryId: string | null;
  articleId: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `AD.PLACEMENT.LOCATION.CATEGORY.ARTICLE`; missing parts are empty. */
export function placeToText({ adId, placementId, location, categoryId, articleId }: AdPlace): string {
  return [adId, placementId, location, categoryId ?? '', articleId ?? ''].join('.');
}

/** The inverse of `placeToText`; null for invalid text. */
export function toPlace(text: string): AdPlace | null {
  const [adId = '', placementId = '', location = '', categoryId = '', articleId = '', more] = text.split('.');
  const ids = [adId, placementId, ...[categoryId, articleId].filter(Boolean)];
  if (more !== undefined || !ids.every((id) => UUID.test(id))) return null;
  return { adId, placementId, location, categoryId: categoryId || null, articleId: articleId || null };
}

export const CLICK_PATH = '/go';

/** The address that counts a click at a place and redirects. @param place as `placeToText` writes it */
export function clickAddress(place: string, to: string, key: string): string {
  // Browsers would encode apostrophes, which makes the address longer than measured.
  return `${CLICK_PATH}?ad=${place}&to=${encodeURIComponent(to).replaceAll("'", '%27')}&key=${key}`;
}

/** The place of a ticket, as `placeToText` writes it. */
export function placeOfTicket(ticket: string): string {
  return ticket.split('.').slice(0, 5).join('.');
}

/** An ad in a slot of a page. */
export interface SlotAd extends AdPlace {
  /**
   * The slot shows the ad at most once in this many changes; 1 for the only ad of a slot, which never
   * changes.
   */
  every: number;
  /** Hours since 1970 when the page was rendered. Whole hours, so that most renderings of a page are equal. */
  hour: number;
}

/** `placeToText` plus `.EVERY.HOUR`. */
export function toSlotText(ad: SlotAd): string {
  return `${placeToText(ad)}.${ad.every}.${ad.hour}`;
}

export function toSlotAd(text: string): SlotAd | null {
  const [, placeText = '', every, hour] = /^(.*)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  const place = toPlace(placeText);
  return place && Number(every) > 0 ? { ...place, every: Number(every), hour: Number(hour) } : null;
}
