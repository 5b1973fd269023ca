// What the tag forms may say.
import { z } from 'zod';
import { isBlank } from '~/lib/is-blank';

const LONGEST = 120;
const line = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

export const TagInput = z.object({
  name: z.preprocess(
    line,
    z
      .string()
      .refine((name) => !isBlank(name), 'Name is required')
      .max(LONGEST, `Name should be at most ${LONGEST} characters`),
  ),
  /** As typed; tidied by the slug rule when it is saved. Empty: the name decides. */
  slug: z.preprocess(line, z.string().max(LONGEST, `Slug should be at most ${LONGEST} characters`)),
});

const NO_TARGET = 'Choose the tag to keep';

export const MergeInput = z
  .object({
    /** The tag that stays. */
    into: z.uuid(NO_TARGET),
    /** The tags that become it. */
    from: z.array(z.uuid('There is no such tag any more')),
  })
  .transform(({ into, from }) => ({ into, from: [...new Set(from)].filter((id) => id !== into) }))
  .refine(({ from }) => from.length > 0, { path: ['from'], message: 'Choose at least one other tag' });
export type MergeInput = z.infer<typeof MergeInput>;
