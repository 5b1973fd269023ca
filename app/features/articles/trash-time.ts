// How long a deleted article waits in the Trash.
import { DAY_MS } from '~/lib/days';

const TRASH_DAYS = 30;

/** What was deleted before this moment goes for good. */
export function endOfTrash(now: Date): Date {
  return new Date(now.getTime() - TRASH_DAYS * DAY_MS);
}

/** Whole days that are left; the last one is 1. */
export function daysLeft(deletedAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((deletedAt.getTime() - endOfTrash(now).getTime()) / DAY_MS));
}
