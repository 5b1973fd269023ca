// The job kind that replaces a file in many places, one item per owner.
import { z } from 'zod';
import type { JobKind } from '~/features/jobs/job-kind';
import { editAddress } from '~/features/media/media-view';
import { keysOf } from '~/lib/properties';
import { groupOwners, OWNER_KINDS, type Owner } from './owners.server';

const Size = z.object({ width: z.number(), height: z.number() });
const Replacement = z.object({
  from: z.string(),
  to: z.string(),
  keepsFocus: z.boolean(),
  // Missing in jobs that an older version started.
  sizes: z.object({ from: Size, to: Size }).nullable().default(null),
});

/** Item input, written by `ownersAsItems`. */
const Item = z.object({ title: z.string() });

const OwnerKey = z
  .string()
  .transform((key) => key.split(' '))
  .pipe(z.tuple([z.enum(keysOf(OWNER_KINDS)), z.uuid()]))
  .transform(([kind, id]): Owner => ({ kind, id }));

export const replaceImageJob: JobKind<z.infer<typeof Replacement>> = {
  kind: 'replace-image',
  capability: 'manage images',
  input: Replacement,
  async run(ctx, { key, createdBy }, replacement) {
    const groups = groupOwners([OwnerKey.parse(key)]);
    return {
      status: 'done',
      statements: groups.flatMap(({ replace, ids }) => replace(ctx, createdBy, ids, replacement)),
      async after() {
        for (const { purge, ids } of groups) await purge(ctx, ids);
      },
    };
  },
  show({ key, input }) {
    const owner = OwnerKey.safeParse(key).data;
    const label = Item.safeParse(input).data?.title || 'Untitled';
    return owner ? { label, to: editAddress(owner) } : { label };
  },
  screen: () => ({ label: 'Media', to: '/admin/media' }),
};
