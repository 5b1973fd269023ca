// Inserts 90 days of search terms: what readers of the demo looked for, found and opened.
import { sql } from 'drizzle-orm';
import { addDays } from '../../../app/lib/time/dates';
import { isoDayIn } from '../../../app/lib/time/zoned-time';
import { seededRandom } from '../../../dev/cover-art/seeded-random';
import type { SeedDatabase } from '../insert-demo';
import { DAYS } from './seed-ads';

const TIME_ZONE = 'America/New_York';

/** Queries in normal form with their searches per day at the end of the 90 days, and the article that is opened most. */
const FOUND: [query: string, daily: number, slug: string][] = [
  ['intake', 9, 'put-intake-response-time-on-your-monthly-marketing-report'],
  ['ai policy', 8, 'a-two-page-ai-drafting-policy-your-associates-will-follow'],
  ['flat fee', 7, 'flat-fees-for-litigation-price-the-phases-not-the-lawsuit'],
  ['virtual assistant', 7, 'hiring-your-first-virtual-assistant-start-with-a-task-ledger'],
  ['google business profile', 6, 'three-offices-eleven-lawyers-untangling-google-business-profiles'],
  ['marketing calendar', 5, 'one-page-twelve-months-a-marketing-calendar-for-five-lawyers'],
  ['local services ads', 5, 'budgeting-local-services-ads-when-lead-prices-keep-moving'],
  ['client reviews', 5, 'asking-clients-for-reviews-without-bending-the-ethics-rules'],
  ['cost per case', 4, 'cost-per-signed-case-is-the-marketing-number-to-argue-over'],
  ['trust accounting', 4, 'three-way-trust-reconciliation-done-in-under-an-hour-a-month'],
  ['managing partner', 4, 'nine-numbers-a-managing-partner-should-read-every-monday'],
  ['practice management software', 4, 'choosing-a-practice-management-system-with-a-scored-trial'],
  ['conflict check', 3, 'automating-conflict-checks-without-outsourcing-the-judgment'],
  ['partner compensation', 3, 'partner-compensation-fix-the-arguments-before-the-formula'],
  ['raise rates', 3, 'how-to-raise-rates-with-clients-who-already-like-you'],
  ['call tracking', 3, 'call-tracking-that-leaves-your-local-citations-alone'],
  ['billing', 3, 'a-ten-day-billing-cycle-from-month-end-close-to-sent-invoice'],
  ['referrals', 3, 'referral-math-what-your-ten-best-lawyer-contacts-are-worth'],
  ['remote paralegal', 3, 'a-one-page-scorecard-for-the-remote-paralegal-you-already-hired'],
  ['video', 2, 'shoot-twelve-faq-videos-on-a-phone-in-one-afternoon'],
  ['first associate', 2, 'the-first-associate-work-the-math-before-you-post-the-job'],
  ['missed calls', 2, 'the-lunch-hour-phone-gap-and-a-one-week-audit-to-find-it'],
  ['medical records', 2, 'let-a-model-read-the-medical-records-then-check-its-chronology'],
];

/** Queries that found nothing. */
const MISSED: [query: string, daily: number][] = [
  ['cyber insurance', 5],
  ['tiktok', 4],
  ['ransomware', 3],
  ['bar exam', 3],
  ['cle credits', 2],
  ['wills software', 2],
];

export async function insertSearches(
  db: SeedDatabase,
  { now, articleId }: { now: Date; articleId: (slug: string) => string },
): Promise<void> {
  const random = seededRandom('demo searches');
  const today = isoDayIn(now, TIME_ZONE);
  const terms = [
    ...FOUND.map(([query, daily, slug]) => ({ query, daily, articleId: articleId(slug) })),
    ...MISSED.map(([query, daily]) => ({ query, daily, articleId: null })),
  ];
  const rows = [];
  // Not today, because real searches may be counted for it.
  for (let ago = DAYS - 1; ago >= 1; ago -= 1) {
    const day = addDays(today, -ago);
    const isWeekend = new Date(`${day}T00:00Z`).getUTCDay() % 6 === 0;
    for (const { query, daily, articleId: opened } of terms) {
      const expected = daily * (1 - (0.5 * ago) / DAYS) * (isWeekend ? 0.35 : 1);
      const searches = Math.round(expected * random.between(0.4, 1.6));
      if (searches === 0) continue;
      rows.push({
        day,
        query,
        searches,
        empty: opened ? 0 : searches,
        callers: Math.ceil(searches * random.between(0.75, 1)),
        article_id: opened,
        opens: opened ? Math.round(searches * random.between(0.2, 0.7)) : 0,
      });
    }
  }
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (day date, query text, searches int, empty int, callers int, article_id uuid, opens int)
    ), counted as (
      insert into search_counts (day, query, searches, empty, callers)
      select day, query, searches, empty, callers from given returning id, day, query
    )
    insert into search_opens (count_id, article_id, opens)
    select c.id, g.article_id, g.opens from counted c join given g using (day, query) where g.opens > 0`);
}
