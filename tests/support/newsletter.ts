// Subscribers, emails and issues of the newsletter in tests.
import { expect, vi } from 'vitest';
import type { Site } from './site/site';

export interface StoredEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Oldest first. */
export async function emails(site: Site, to?: string): Promise<StoredEmail[]> {
  const { rows } = await site.db.query(
    'select "to", subject, text, html, headers from outbox where $1::text is null or "to" = $1 order by created_at, id',
    [to ?? null],
  );
  return rows;
}

/** The path and query of an email's link. */
export function linkIn(email: StoredEmail | undefined, path: string): string {
  const found = new RegExp(`https?://[^/\\s]+(${path}\\?\\S+)`).exec(email?.text ?? '')?.[1];
  if (!found) throw new Error(`No link to ${path} in: ${email?.text}`);
  return found;
}

export async function addReader(
  site: Site,
  email: string,
  status = 'confirmed',
  frequency = 'weekly',
): Promise<string> {
  const { rows } = await site.db.query(
    'insert into leads (email, status, frequency) values ($1, $2, $3) returning id',
    [email, status, frequency],
  );
  return rows[0].id;
}

/** Adds confirmed readers whose ids leave space for further ones between them. */
export async function addReadersWithGaps(site: Site, count: number): Promise<void> {
  await site.db.query(
    `insert into leads (id, email, status)
     select ('00000000-0000-4000-8000-' || lpad(to_hex(n * 2), 12, '0'))::uuid, 'reader' || n || '@example.com', 'confirmed'
     from generate_series(1, $1::int) n`,
    [count],
  );
}

/** Adds a confirmed reader after the `position`th of `addReadersWithGaps`. */
export async function addReaderBetween(site: Site, position: number, email: string): Promise<void> {
  const id = `00000000-0000-4000-8000-${(position * 2 + 1).toString(16).padStart(12, '0')}`;
  await site.db.query("insert into leads (id, email, status) values ($1, $2, 'confirmed')", [id, email]);
}

export async function leadStatusOf(site: Site, email: string): Promise<string | undefined> {
  return (await site.db.query('select status from leads where email = $1', [email])).rows[0]?.status;
}

/** Saves the newsletter settings that sending requires; `more` overrides or adds settings. */
export async function setNewsletter(site: Site, more: object = {}): Promise<void> {
  const value = {
    senderName: 'Law Firm Academy',
    senderAddress: 'newsletter@academy.example',
    postalAddress: '1 Court Street\nNew York, NY 10001',
    ...more,
  };
  await site.db.query(
    `insert into settings (key, value) values ('newsletter', $1) on conflict (key) do update set value = excluded.value`,
    [value],
  );
}

/** The next Tuesday (plus `weeks`) at `hour` in New York, whether or not daylight saving time applies. */
export function tuesdayAt(hour = 9, weeks = 0): Date {
  const day = new Date(Date.now() + weeks * 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((2 - day.getUTCDay() + 7) % 7 || 7));
  const [date] = day.toISOString().split('T');
  return ['-04:00', '-05:00']
    .map((offset) => new Date(`${date}T${String(hour).padStart(2, '0')}:00:00${offset}`))
    .find((at) => newYorkHour(at) === hour) as Date;
}

/**
 * For `addArticle`: an age in hours such that the article is `hours` old when the issue of `tuesdayAt()` is
 * sent.
 */
export const ageBeforeIssue = (hours = 1) => (Date.now() - tuesdayAt().getTime()) / 3_600_000 + hours;

const newYorkHour = (at: Date) =>
  Number(
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
    }).format(at),
  );

/** Number of the issue's deliveries by status. */
export async function deliveries(site: Site): Promise<Record<string, number>> {
  const { rows } = await site.db.query(
    'select status, count(*)::int as n from newsletter_deliveries group by status',
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

export async function issueRow(site: Site) {
  return (await site.db.query('select * from newsletter_issues order by issue_date desc limit 1')).rows[0];
}

/** Runs the cron task together with the queue until the issue is sent, as if the worker kept restarting. */
export async function waitUntilSentWithCron(site: Site): Promise<void> {
  await vi.waitFor(
    async () => {
      await site.db.query('update newsletter_issues set next_round_at = now()');
      await site.runCron(new Date(), '@start');
      expect((await issueRow(site))?.status).toBe('sent');
    },
    { timeout: 50_000, interval: 200 },
  );
}
