import type { MetaDescriptor } from '@remix-run/cloudflare';
import { propertyOf } from '~/lib/properties';

/** The `meta` function of a page that search engines must not list. */
export const noIndexMeta = (title: string) => (): MetaDescriptor[] => [
  { title },
  { name: 'robots', content: 'noindex' },
];

export const secretAddressMeta = (title: string): MetaDescriptor[] => [
  { title },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
];

interface MetaArguments {
  data: { meta: MetaDescriptor[] } | undefined;
  /** The error that the loader threw. */
  error?: unknown;
}

/** A route's `meta` function: the loader's tags, or a plain title for a 404 or another error. */
export function metaOf(titleOfMissing: string) {
  return ({ data, error }: MetaArguments): MetaDescriptor[] =>
    data?.meta ?? [{ title: propertyOf(error, 'status') === 404 ? titleOfMissing : 'Error Loading Content' }];
}
