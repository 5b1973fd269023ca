// What travels through the queue. Frozen like an address: messages of an older build may still be under way, so a shape
// that changes gets another `v`, and the old one is understood until none can be left.
import { z } from 'zod';

/** Work on an item of a job. What is to be done stands in the database; the message only says where. */
export const JobItemMessage = z.object({
  v: z.literal(1),
  type: z.literal('job-item'),
  itemId: z.int().positive(),
});

/** A try to tell an endpoint outside what happened. `tries` were made before it: a message that comes twice sends once. */
export const WebhookDeliveryMessage = z.object({
  v: z.literal(1),
  type: z.literal('webhook-delivery'),
  deliveryId: z.int().positive(),
  tries: z.int().nonnegative(),
});

/** Events of ads wait to be counted: all of them, whoever sent this. */
export const AdBeaconsMessage = z.object({ v: z.literal(1), type: z.literal('ad-beacons') });

export const Message = z.discriminatedUnion('type', [
  JobItemMessage,
  WebhookDeliveryMessage,
  AdBeaconsMessage,
]);
export type Message = z.infer<typeof Message>;
