// What is said of a page whose address carries a secret: it stands in no index, and is told to nobody.
import type { MetaDescriptor } from '@remix-run/cloudflare';

export const secretAddressMeta = (title: string): MetaDescriptor[] => [
  { title },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
];
