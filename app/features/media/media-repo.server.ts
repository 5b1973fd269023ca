// The SQL of the media library.
import { media } from 'db/schema/media';
import { eq } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

export function insertMedia(build: Build, row: typeof media.$inferInsert & { id: string }) {
  return build.insert(media).values(row);
}

export function deleteMediaByKey(build: Build, key: string) {
  return build.delete(media).where(eq(media.key, key));
}
