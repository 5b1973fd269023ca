import type { MetaDescriptor } from '@remix-run/cloudflare';

interface Answered {
  data: { meta: MetaDescriptor[] } | undefined;
  /** What the loader threw: an answer, or anything. */
  error?: unknown;
}

/** A route's `meta`: what its loader said, or a bare title where nothing is there, and another where nobody knows. */
export function metaOf(titleOfMissing: string) {
  return ({ data, error }: Answered): MetaDescriptor[] =>
    data?.meta ?? [
      { title: (error as { status?: unknown })?.status === 404 ? titleOfMissing : 'Error Loading Content' },
    ];
}
