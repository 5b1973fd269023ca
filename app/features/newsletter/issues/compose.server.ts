// Composes the content of an issue from an editor's choices or from the defaults.
import { categoryImage } from '~/features/articles/article-image';
import { socialImage } from '~/features/media/social-image';
import { readNewsletterSettings } from '~/features/settings/newsletter-settings.server';
import { blockedHostsOf } from '~/features/settings/settings.server';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { IssueContent, type IssueInput, toParagraphs } from './issue';
import { selectCtas, selectEmailAds, selectPicked, selectWeek } from './issues-repo.server';
import { weekBefore } from './send-time';

type Reading = Pick<AppContext, 'db' | 'config'>;
type Settings = Awaited<ReturnType<typeof readNewsletterSettings>>;
type ArticleRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** The input of an issue that no editor prepared. */
export function plainIssue({ newsletter }: Pick<Settings, 'newsletter'>): IssueInput {
  return {
    subject: '',
    intro: newsletter.intro,
    articleIds: null,
    cta: 'auto',
    ad: 'auto',
    onSchedule: true,
  };
}

/**
 * Composes an issue in at most two round trips. Omits articles that are not public now, so an issue may be
 * empty.
 * @param at the end of the week the issue covers
 */
export async function composeIssue(
  ctx: Reading,
  issue: IssueInput,
  at: Date,
  settings?: Settings,
): Promise<IssueContent> {
  const known = settings ?? (await readNewsletterSettings(ctx));
  const { newsletter, site } = known;
  const { db } = ctx;
  const [rows, ctas, ads] = await Promise.all([
    rowsOf(ctx, issue, at, known),
    db.read(selectCtas(db.build)),
    db.read(selectEmailAds(db.build)),
  ]);
  const blocked = blockedHostsOf(site, ctx);
  const articles = rows.map((row) => toArticle(row, blocked));
  const [first] = articles;
  const cta = choose(issue.cta, newsletter.withCta ? ctas.find(({ isGlobal }) => isGlobal) : undefined, ctas);
  const ad = choose(issue.ad, newsletter.withAd ? ads[0] : undefined, ads);
  const content = {
    subject: (issue.subject || first?.title || site.name).replace(/\s+/g, ' '),
    preheader: cutText(first?.summary ?? '', 0, 200),
    intro: toParagraphs(issue.intro),
    articles,
    cta: cta && { title: cta.title, body: cta.body, label: cta.label || cta.title, link: cta.link },
    ad: ad && { name: ad.name, image: ad.image ?? '', link: ad.link ?? '' },
    sender: {
      name: newsletter.senderName,
      address: newsletter.senderAddress,
      postal: newsletter.postalAddress,
    },
    magazine: site.name,
    countClicks: newsletter.countClicks,
  };
  // An invalid link in an old row drops only its own part.
  const isFine = (part: 'cta' | 'ad') => IssueContent.shape[part].safeParse(content[part]).success;
  return IssueContent.parse({
    ...content,
    cta: isFine('cta') ? content.cta : null,
    ad: isFine('ad') ? content.ad : null,
  });
}

async function rowsOf({ db }: Reading, issue: IssueInput, at: Date, { newsletter, site }: Settings) {
  const { articleIds } = issue;
  if (articleIds === null)
    return db.read(
      selectWeek(db.build, weekBefore(at, newsletter.time, site.timeZone), newsletter.articleCount),
    );
  const rows = await db.read(selectPicked(db.build, articleIds));
  return articleIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Null if nothing was chosen or the choice no longer exists. */
function choose<T extends { id: string }>(
  choice: string,
  automatic: T | undefined,
  all: readonly T[],
): T | null {
  if (choice === 'none') return null;
  return (choice === 'auto' ? automatic : all.find(({ id }) => id === choice)) ?? null;
}

function toArticle(row: ArticleRow, blockedHosts: readonly string[]): IssueContent['articles'][number] {
  const image = categoryImage(row.imageUrl, row.categorySlug, blockedHosts);
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    link: `/article/${row.slug}`,
    author: row.author,
    readTime: `${row.readTime} min read`,
    category: row.categoryName,
    // JPEG, because few email clients support newer formats.
    image: row.imageUrl && image === row.imageUrl ? socialImage(image) : null,
    imageAlt: row.imageAlt,
  };
}
