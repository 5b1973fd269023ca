// Queue message formats. Messages of an older build may still be queued, so a changed format gets a new `v`,
// and the old one is supported until no such message can remain.
import { z } from 'zod';

/** Work on a job item. The database row describes the work. */
export const JobItemMessage = z.object({
  v: z.literal(1),
  type: z.literal('job-item'),
  itemId: z.int().positive(),
});

/**
 * Delivery of a webhook event. `tries` is the number of earlier attempts, so that a duplicate message sends
 * nothing.
 */
export const WebhookDeliveryMessage = z.object({
  v: z.literal(1),
  type: z.literal('webhook-delivery'),
  deliveryId: z.int().positive(),
  tries: z.int().nonnegative(),
});

/** Ad events are waiting to be counted. Each message processes all of them. */
export const AdBeaconsMessage = z.object({ v: z.literal(1), type: z.literal('ad-beacons') });

/** Reports of page views are waiting to be counted. Each message processes all of them. */
export const ReadingBeaconsMessage = z.object({ v: z.literal(1), type: z.literal('reading-beacons') });

/** Changed paths are waiting for search engines. Each message submits all of them. */
export const IndexNowMessage = z.object({ v: z.literal(1), type: z.literal('index-now') });

export const Message = z.discriminatedUnion('type', [
  JobItemMessage,
  WebhookDeliveryMessage,
  AdBeaconsMessage,
  ReadingBeaconsMessage,
  IndexNowMessage,
]);
export type Message = z.infer<typeof Message>;
