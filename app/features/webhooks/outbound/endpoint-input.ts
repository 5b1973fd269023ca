// Input schema of the endpoint form.
import { z } from 'zod';
import { toFetchableAddress } from '~/features/media/public-address';
import { EVENT_TYPES } from './endpoint';

const NO_ADDRESS = 'URL must start with https:// and be on a public site';

export const EndpointInput = z.object({
  url: z
    .string()
    .transform((text) => toFetchableAddress(text.trim()))
    .refine((url) => url !== null && url.protocol === 'https:', NO_ADDRESS)
    .transform((url) => url?.href ?? ''),
  events: z
    .array(z.enum(EVENT_TYPES, 'Choose events from the list'))
    .min(1, 'Choose at least one event')
    .transform((events) => EVENT_TYPES.filter((event) => events.includes(event))),
  active: z.boolean(),
});
export type EndpointInput = z.infer<typeof EndpointInput>;
