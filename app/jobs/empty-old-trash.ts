// What has been in the Trash for 30 days goes for good.
import { eraseOldTrash } from '~/features/articles/trash.server';
import type { Job } from './job';

export const emptyOldTrash: Job = { name: 'empty-old-trash', run: eraseOldTrash };
