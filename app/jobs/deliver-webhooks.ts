// What endpoints outside are still to be told goes into the queue.
import { sendDue } from '~/features/endpoints/deliveries.server';
import type { Job } from './job';

export const deliverWebhooks: Job = { name: 'deliver-webhooks', run: sendDue };
