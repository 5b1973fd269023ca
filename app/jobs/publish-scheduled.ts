// Drafts whose moment has come.
import { publishDueArticles } from '~/features/articles/publish-due.server';
import type { Job } from './job';

export const publishScheduled: Job = { name: 'publish-scheduled', run: publishDueArticles };
