import type { MetaDescriptor } from '@remix-run/cloudflare';

/** A route's `meta`: what its loader said, or a bare title where it failed. */
export function metaOf(titleOfFailure: string) {
  return ({ data }: { data: { meta: MetaDescriptor[] } | undefined }): MetaDescriptor[] =>
    data?.meta ?? [{ title: titleOfFailure }];
}
