// SQL that chooses the ads of a slot: active, within their schedule, for the page's category or for all, by priority.
import { type Places, reusable } from 'db/reusable';
import { adPlacements, ads } from 'db/schema/ads';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AdLocation } from '../ad-locations';

/**
 * Whether the page's category is looked up by an article slug or a category slug. `none`: global ads only.
 */
export type AdsFor = 'article' | 'category' | 'none';

export interface PublicAdRow {
  id: string;
  placementId: string;
  location: string;
  categoryId: string | null;
  /** Set on article pages. */
  articleId: string | null;
  name: string;
  linkUrl: string | null;
  imageUrl: string | null;
  html: string | null;
  endsAt: Date | null;
}

const statements = new Map<string, ReturnType<typeof makeStatement>>();

/**
 * Active placements of active ads within their schedule, global or for the page's category, highest priority
 * first.
 */
export function selectSlotAds(build: Build, locations: readonly AdLocation[], kind: AdsFor, slug: string) {
  const shape = `${kind} ${locations.join()}`;
  const statement = statements.get(shape) ?? makeStatement(locations, kind);
  statements.set(shape, statement);
  return statement(build, { slug });
}

function makeStatement(locations: readonly AdLocation[], kind: AdsFor) {
  return reusable((build: Build, place: Places<{ slug: string }>) => {
    const categoryId =
      kind === 'article'
        ? sql`(select a.category_id from ${articles} a where a.slug = ${place.slug})`
        : sql`(select c.id from ${categories} c where c.slug = ${place.slug})`;
    const articleId =
      kind === 'article'
        ? sql<string | null>`(select a.id from ${articles} a where a.slug = ${place.slug})`
        : sql<null>`null::uuid`;
    const isGlobal = isNull(adPlacements.categoryId);
    return build
      .select({
        location: adPlacements.location,
        placementId: adPlacements.id,
        categoryId: adPlacements.categoryId,
        articleId,
        id: ads.id,
        name: ads.name,
        linkUrl: ads.linkUrl,
        imageUrl: ads.imageUrl,
        html: ads.htmlContent,
        endsAt: ads.endsAt,
      })
      .from(adPlacements)
      .innerJoin(ads, eq(ads.id, adPlacements.adId))
      .where(
        and(
          inArray(adPlacements.location, [...locations]),
          eq(adPlacements.active, true),
          eq(ads.active, true),
          or(isNull(ads.startsAt), lte(ads.startsAt, sql`now()`)),
          or(isNull(ads.endsAt), gt(ads.endsAt, sql`now()`)),
          kind === 'none' ? isGlobal : or(isGlobal, eq(adPlacements.categoryId, categoryId)),
        ),
      )
      .orderBy(desc(ads.priority), asc(ads.createdAt), asc(adPlacements.id));
  });
}
