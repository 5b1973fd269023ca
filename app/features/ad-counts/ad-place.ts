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
