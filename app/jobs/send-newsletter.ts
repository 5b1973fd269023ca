// Tuesday's issue, and those that are on their way.
import { lookAfterIssues } from '~/features/newsletter/issues/look-after.server';
import { sendDueIssue } from '~/features/newsletter/issues/start-sending.server';
import type { Job } from './job';

export const sendNewsletter: Job = {
  name: 'send-newsletter',
  run: async (ctx) => (await lookAfterIssues(ctx)) + (await sendDueIssue(ctx)),
};
