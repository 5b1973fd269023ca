// How a page appears in search results and on social networks: what an editor entered instead of the title,
// summary and image.
import { keysOf } from '~/lib/properties';

/** The fields and their labels, in the order of the form. */
export const SEO_LABELS = {
  searchTitle: 'Search title',
  searchDescription: 'Search description',
  canonicalUrl: 'Canonical URL',
  hideFromSearch: 'Hide from search engines',
  socialTitle: 'Social title',
  socialDescription: 'Social description',
  socialImage: 'Social image',
} as const;
export type SeoField = keyof typeof SEO_LABELS;
export const SEO_FIELDS = keysOf(SEO_LABELS);

/** The form field of an uploaded social image. */
export const SOCIAL_IMAGE_FILE = 'socialImageFile';

export const SEO_TITLE_LIMIT = 200;
export const SEO_DESCRIPTION_LIMIT = 500;
export const SEO_URL_LIMIT = 2_000;

/** The stored fields. If one is missing, the page's own value is used. `hideFromSearch` is 'on' or missing. */
export type Seo = { [field in SeoField]?: string };
/** The same as form fields. '' means that the page's own value is used. */
export type SeoFields = Record<SeoField, string>;

/** Maps each field to a value. */
export function forEachSeoField<T>(make: (field: SeoField) => T): Record<SeoField, T> {
  const entries = SEO_FIELDS.map((field) => [field, make(field)]);
  return Object.fromEntries(entries);
}

/** Reads the fields one by one, such as from a form. */
export const readSeoFields = (read: (field: SeoField) => string | undefined): SeoFields =>
  forEachSeoField((field) => read(field) ?? '');

/** @param seo missing in data from before these fields existed */
export const toSeoFields = (seo: Seo | null | undefined): SeoFields => readSeoFields((field) => seo?.[field]);

/** Without the empty fields. */
export function toSeo(fields: Readonly<SeoFields>): Seo {
  return Object.fromEntries(
    SEO_FIELDS.filter((field) => fields[field]).map((field) => [field, fields[field]]),
  );
}
