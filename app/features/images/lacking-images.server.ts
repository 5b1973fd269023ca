// The articles that have no picture yet.
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatDate } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import { type ImagesView, LACKING_PER_PAGE } from './images-view';
import { countLacking, selectLacking } from './lacking-images-repo.server';
import { getSpending } from './spending.server';

type ListContext = Pick<AppContext, 'db' | 'clock' | 'imageGenerator'>;

/** A page of them, the newest first; in one round trip. Pages count from 1; one behind the last has no articles. */
export async function listLackingImages(ctx: ListContext, page: number): Promise<ImagesView> {
  const { db, imageGenerator } = ctx;
  const [{ timeZone }, rows, [counted], spending] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectLacking(db.build, LACKING_PER_PAGE, (page - 1) * LACKING_PER_PAGE)),
    db.read(countLacking(db.build)),
    getSpending(ctx),
  ]);
  const total = counted?.total ?? 0;
  const { maker } = imageGenerator;
  return {
    articles: rows.map((row) => ({
      ...row,
      publishDate: formatDate(row.publishDate, timeZone),
      work: null,
      reason: null,
    })),
    total,
    page,
    pageCount: Math.max(1, Math.ceil(total / LACKING_PER_PAGE)),
    costs: {
      provider: maker?.provider ?? null,
      model: maker?.model ?? null,
      price: maker?.price ?? 0,
      ...spending,
    },
  };
}
