// Inserts the demo's subscribers, members and newsletter issues.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describeCover } from '../../../app/features/image-generation/image-alt';
import { socialImage } from '../../../app/features/media/social-image';
import type { IssueContent } from '../../../app/features/newsletter/issues/issue';
import { momentOf, nextTuesday } from '../../../app/features/newsletter/issues/send-time';
import { addDays } from '../../../app/lib/time/dates';
import { seededRandom } from '../../../dev/cover-art/seeded-random';
import { profiles, users } from '../../schema/accounts';
import { leads } from '../../schema/leads';
import { newsletterClicks, newsletterIssues } from '../../schema/newsletter';
import { DEMO_ACCOUNTS, hashPassword } from '../demo-accounts';
import { articleCovers } from '../demo-covers';
import { DEMO_CATEGORIES } from '../demo-taxonomy';
import type { DemoArticle } from '../demo-texts';
import { NEWSLETTER_SENDER, type SeedDatabase } from '../insert-demo';
import { publicationTime } from '../publication-time';
import { type Cover, imageAddress } from '../seed-images';
import { DEMO_MEMBERS, leadAddresses } from './people';
import { DAYS } from './seed-ads';

const DAY_MS = 86_400_000;
const SOURCES = ['newsletter', 'newsletter', 'newsletter', 'footer', 'newsletter-page'] as const;

/** About 80 % are confirmed; the others are pending, unsubscribed or bounced. */
export async function insertDemoLeads(db: SeedDatabase, now: Date): Promise<void> {
  const random = seededRandom('demo lead dates');
  const rows = leadAddresses().map((email): typeof leads.$inferInsert => {
    const daysAgo = DAYS * random.between(0.001, 1) ** 1.15;
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    const source = random.pick(SOURCES);
    const frequency = random.chance(0.12) ? 'monthly' : 'weekly';
    const kind = random.between(0, 1);
    const confirmedAt = new Date(
      Math.min(createdAt.getTime() + random.between(1, 180) * 60_000, now.getTime()),
    );
    const base = { email, source, frequency, createdAt } as const;
    if (kind < 0.1) return { ...base, status: 'pending' };
    if (kind < 0.17 && daysAgo > 8) {
      const unsubscribedAt = new Date(createdAt.getTime() + random.between(0.3, 1) * daysAgo * DAY_MS);
      return { ...base, status: 'unsubscribed', confirmedAt, unsubscribedAt };
    }
    return { ...base, status: kind < 0.2 ? 'bounced' : 'confirmed', confirmedAt };
  });
  await db.insert(leads).values(rows);
}

/** Members with saved articles. They sign in with a link, because they have no known password. */
export async function insertMembers(db: SeedDatabase, now: Date): Promise<void> {
  for (const { email, fullName, joinedDaysAgo } of DEMO_MEMBERS) {
    const createdAt = new Date(now.getTime() - joinedDaysAgo * DAY_MS);
    const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
    const [user] = await db
      .insert(users)
      .values({ email, passwordHash, emailVerifiedAt: createdAt, createdAt })
      .returning({ id: users.id });
    if (user) await db.insert(profiles).values({ userId: user.id, fullName, role: null });
  }
  const readers = [
    ...DEMO_ACCOUNTS.filter(({ role }) => role === null).map(({ email }) => email),
    ...DEMO_MEMBERS.map(({ email }) => email),
  ];
  for (const [index, email] of readers.entries())
    await db.execute(sql`
      insert into reading_list (user_id, article_id, saved_at)
      select u.id, a.id, ${now.toISOString()}::timestamptz - make_interval(days => (3 * a.place + ${index}::int)::int)
      from users u, (
        select id, row_number() over (order by hashtextextended(slug, ${index}::int)) as place
        from articles where status = 'published'
      ) as a
      where u.email = ${email} and a.place <= ${3 + index}::int`);
}

const ARTICLES_PER_ISSUE = 4;
const SEND_TIME = '09:00';
const TIME_ZONE = 'America/New_York';

/** One per past issue, newest first. */
const INTROS = [
  'Two of this week’s pieces started as reader emails. Keep them coming: reply to this newsletter and a person reads it.',
  'If you read one thing today, make it the first article. It takes less time than the meeting it replaces.',
  'A short issue this week, because you have billing to finish.',
  'We asked six owners what they would stop doing tomorrow. Their answers shaped this issue.',
  'Several of you wrote about last week’s numbers. We checked them again, and they hold.',
  'This week is for the person in your firm who answers the phone. Forward it to them.',
  'No predictions this week, only things that firms of your size already do.',
  'Print the checklist in the first article. It works better on paper than on a screen.',
  'You asked for more figures and fewer opinions. Here are the figures.',
  'Every piece in this issue ends with something you can try by Friday.',
  'One of our contributors disagrees with another this week. We left it in.',
  'Thank you for reading from the start. Tell us what you would like to see in the next issues.',
];

/** Twelve sent issues with clicks, and a draft for next Tuesday. */
export async function insertIssues(
  db: SeedDatabase,
  texts: readonly DemoArticle[],
  { now, articleId }: { now: Date; articleId: (slug: string) => string },
): Promise<void> {
  const random = seededRandom('demo issues');
  const { day: nextDay } = nextTuesday(now, SEND_TIME, TIME_ZONE);
  await db.insert(newsletterIssues).values({
    issueDate: nextDay,
    subject: 'What to hand over first',
    intro:
      'This week is about delegation: what to hand over, to whom, and how to check it without doing it yourself.',
  });
  const covers = articleCovers(texts);
  const byDate = texts
    .filter(({ status }) => status === 'published')
    .map((text) => ({ text, at: publicationTime(text.slug, text.daysAgo, now) }))
    .sort((a, b) => b.at.getTime() - a.at.getTime());

  for (let number = 1; number <= INTROS.length; number += 1) {
    const day = addDays(nextDay, -7 * number);
    const sentAt = momentOf(day, SEND_TIME, TIME_ZONE);
    const weekBefore = momentOf(addDays(day, -7), SEND_TIME, TIME_ZONE);
    const chosen = byDate.filter(({ at }) => at >= weekBefore && at < sentAt).slice(0, ARTICLES_PER_ISSUE);
    const intro = INTROS[number - 1] ?? '';
    const content = toContent(
      chosen.map(({ text }) => ({ ...text, id: articleId(text.slug), cover: covers.get(text.slug) })),
      intro,
    );
    const [issue] = await db
      .insert(newsletterIssues)
      .values({
        issueDate: day,
        subject: content.subject,
        intro: content.intro.join('\n\n'),
        status: 'sent',
        content,
        startedAt: sentAt,
        sentAt: new Date(sentAt.getTime() + 95_000),
        createdAt: sentAt,
        updatedAt: sentAt,
      })
      .returning({ id: newsletterIssues.id });
    if (!issue) continue;
    const sent = await insertDeliveries(db, issue.id, sentAt);
    await db.insert(newsletterClicks).values(
      content.articles.map((_, link) => ({
        issueId: issue.id,
        link,
        clicks: Math.round((sent * random.between(0.06, 0.16)) / (link + 1)),
      })),
    );
  }
}

function toContent(
  texts: readonly (DemoArticle & { id: string; cover: Cover | undefined })[],
  intro: string,
): IssueContent {
  const [first] = texts;
  return {
    subject: first?.title ?? 'This week at Law Firm Academy',
    preheader: first?.summary ?? '',
    intro: [intro],
    articles: texts.map(({ id, slug, title, summary, author, readTime, category, cover }) => ({
      id,
      title,
      summary,
      link: `/article/${slug}`,
      author,
      readTime: `${readTime} min read`,
      category: DEMO_CATEGORIES.find((one) => one.slug === category)?.name ?? null,
      image: cover ? socialImage(imageAddress(cover.key)) : null,
      imageAlt: describeCover(category),
    })),
    cta: null,
    ad: null,
    sender: {
      name: NEWSLETTER_SENDER.senderName,
      address: NEWSLETTER_SENDER.senderAddress,
      postal: NEWSLETTER_SENDER.postalAddress,
    },
    magazine: NEWSLETTER_SENDER.senderName,
    countClicks: true,
  };
}

/** One delivery for everyone who was confirmed then, and the issue's totals. Returns how many were sent. */
async function insertDeliveries(db: SeedDatabase, issueId: string, sentAt: Date): Promise<number> {
  const at = sentAt.toISOString();
  const { rows } = await db.execute<{ sent: number }>(sql`
    with sent as (
      insert into newsletter_deliveries (issue_id, lead_id, call, status, reason, created_at, unsubscribed_at)
      select ${issueId}::uuid, id, gen_random_uuid(), case when status = 'bounced' then 'failed' else 'sent' end,
        case when status = 'bounced' then 'The mail server rejected the address.' end, ${at}::timestamptz,
        case when unsubscribed_at < ${at}::timestamptz + interval '7 days' then unsubscribed_at end
      from leads
      where confirmed_at < ${at}::timestamptz and coalesce(unsubscribed_at > ${at}::timestamptz, true)
      returning status
    )
    update newsletter_issues set sent_count = (select count(*) from sent where status = 'sent'),
      failed_count = (select count(*) from sent where status = 'failed')
    where id = ${issueId}::uuid returning sent_count as sent`);
  return rows[0]?.sent ?? 0;
}
