// Stores the portraits of the demo's authors and inserts them into the media library.
import { readFileSync } from 'node:fs';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { toSlug } from '../../app/lib/slug';
import type { authors } from '../schema/articles';
import { media } from '../schema/media';
import { DEMO_AUTHORS, PORTRAIT_SIZE } from './demo-authors';
import { imageAddress, type PutFile } from './seed-images';

const PORTRAITS = DEMO_AUTHORS.map(({ name, role, bio }, index) => ({
  name,
  role,
  bio,
  file: `${toSlug(name)}.jpg`,
  // Upload keys contain a time. A fixed one keeps them the same in every run.
  key: `article-images/articles/${Date.UTC(2026, 0, 1, 12, 0, 0, index)}.jpg`,
}));

const readPortrait = (file: string) => readFileSync(new URL(`./portraits/${file}`, import.meta.url));

/** Running it again overwrites the same keys with the same bytes. */
export async function storePortraits(putFile: PutFile): Promise<void> {
  for (const { file, key } of PORTRAITS)
    await putFile(key, readPortrait(file), { contentType: 'image/jpeg' });
}

export async function insertPortraits(db: Pick<NodePgDatabase, 'insert'>): Promise<void> {
  await db.insert(media).values(
    PORTRAITS.map(({ name, file, key }) => ({
      ...{
        key,
        name: file,
        alt: name,
        contentType: 'image/jpeg',
        width: PORTRAIT_SIZE,
        height: PORTRAIT_SIZE,
      },
      bytes: readPortrait(file).length,
    })),
  );
}

/** The author's columns; empty for an author without a profile. */
export function profileOf(name: string): Partial<typeof authors.$inferInsert> {
  const found = PORTRAITS.find((portrait) => portrait.name === name);
  return found ? { role: found.role, bio: found.bio, imageUrl: imageAddress(found.key) } : {};
}
