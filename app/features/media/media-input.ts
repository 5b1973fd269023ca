// Input schema for editing an image's details.
import { z } from 'zod';

const withoutNull = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : '');

export const MediaInput = z.object({
  name: z.preprocess(
    withoutNull,
    z.string().trim().min(1, 'Name is required').max(200, 'Name is limited to 200 characters'),
  ),
  alt: z.preprocess(
    withoutNull,
    z.string().trim().max(500, 'Image description is limited to 500 characters'),
  ),
});
export type MediaInput = z.infer<typeof MediaInput>;
