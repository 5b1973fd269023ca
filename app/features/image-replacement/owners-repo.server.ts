// SQL for what uses a file of the media library.
import { ads } from 'db/schema/ads';
import { articleTemplates } from 'db/schema/article-history';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { mediaUses } from 'db/schema/media';
import { pages } from 'db/schema/site';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { MediaUse } from '~/features/media/media-view';
import type { Build } from '~/platform/context';

/** @param limit maximum number of owners to return; the total is counted elsewhere */
export function selectImageOwners(build: Build, key: string, limit: number) {
  return build
    .select({ kind: sql<MediaUse['kind']>`${mediaUses.kind}`, id: mediaUses.ownerId })
    .from(mediaUses)
    .where(eq(mediaUses.key, key))
    .orderBy(asc(mediaUses.kind), asc(mediaUses.ownerId))
    .limit(limit);
}

/** The (key, input) rows of a job. The key has kind and id, the input the title. */
export const ownersAsItems = (key: string): SQL => sql`
  select used.kind || ' ' || used.owner_id, jsonb_build_object('title', coalesce(
    (select title from ${articles} where used.kind = 'articles' and id = used.owner_id),
    (select title from ${pages} where used.kind = 'pages' and id = used.owner_id),
    (select name from ${categories} where used.kind = 'categories' and id = used.owner_id),
    (select name from ${ads} where used.kind = 'ads' and id = used.owner_id),
    (select name from ${authors} where used.kind = 'authors' and id = used.owner_id),
    (select name from ${articleTemplates} where used.kind = 'article_templates' and id = used.owner_id), ''))
  from ${mediaUses} used where used.key = ${key}`;
