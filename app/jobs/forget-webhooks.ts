// Calls from outside and messages to the outside are remembered for 30 days.
import { forgetOldEvents } from '~/features/endpoints/deliveries.server';
import { forgetOldRequests } from '~/features/webhook/webhook-requests.server';
import type { Job } from './job';

export const forgetWebhooks: Job = {
  name: 'forget-webhooks',
  run: async (ctx) => (await forgetOldRequests(ctx)) + (await forgetOldEvents(ctx)),
};
