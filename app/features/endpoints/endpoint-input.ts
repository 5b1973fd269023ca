// What an endpoint's form may say.
import { z } from 'zod';
import { toPublicAddress } from '~/features/media/public-address';
import { EVENT_TYPES } from './endpoint';

const NO_ADDRESS = 'Address needs to be one of a public site that begins with https://';

export const EndpointInput = z.object({
  url: z
    .string()
    .transform((text) => toPublicAddress(text.trim()))
    .refine((url) => url !== null && url.protocol === 'https:', NO_ADDRESS)
    .transform((url) => url?.href ?? ''),
  events: z
    .array(z.enum(EVENT_TYPES, 'Choose events of the list'))
    .min(1, 'Choose at least one event')
    .transform((events) => EVENT_TYPES.filter((event) => events.includes(event))),
  active: z.boolean(),
});
export type EndpointInput = z.infer<typeof EndpointInput>;
