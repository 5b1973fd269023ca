// Where an ad was shown, as an object and as text: what tickets, links and tokens say.

export interface AdPlace {
  adId: string;
  placementId: string;
  location: string;
  /** Of the placement; null for one in all categories. */
  categoryId: string | null;
  articleId: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `AD.PLACEMENT.LOCATION.CATEGORY.ARTICLE`; what there is none of is empty. */
export function toText({ adId, placementId, location, categoryId, articleId }: AdPlace): string {
  return [adId, placementId, location, categoryId ?? '', articleId ?? ''].join('.');
}

export function toPlace(text: string): AdPlace | null {
  const [adId = '', placementId = '', location = '', categoryId = '', articleId = '', more] = text.split('.');
  const ids = [adId, placementId, ...[categoryId, articleId].filter(Boolean)];
  if (more !== undefined || !ids.every((id) => UUID.test(id))) return null;
  return { adId, placementId, location, categoryId: categoryId || null, articleId: articleId || null };
}

/** An ad in the slot of a page. */
export interface SlotAd extends AdPlace {
  /** The slot shows it at most once in so many changes. 1 in a slot with no other ad, which never changes. */
  every: number;
}

/** The place, and `.EVERY`. */
export function toSlotText(ad: SlotAd): string {
  return `${toText(ad)}.${ad.every}`;
}

export function toSlotAd(text: string): SlotAd | null {
  const end = text.lastIndexOf('.');
  const place = toPlace(text.slice(0, Math.max(0, end)));
  const every = Number(text.slice(end + 1));
  return place && Number.isInteger(every) && every > 0 ? { ...place, every } : null;
}
