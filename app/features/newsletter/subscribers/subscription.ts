// Input schema of the subscribe forms.
import { z } from 'zod';
import { LEAD_SOURCES } from './lead-source';

export const Subscription = z.object({
  email: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() : value),
    z
      .email()
      .max(254)
      .regex(/^.{1,64}@/),
  ),
  source: z.enum(LEAD_SOURCES).catch('newsletter'),
});
export type Subscription = z.infer<typeof Subscription>;
