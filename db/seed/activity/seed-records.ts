// Inserts the demo's webhook calls and audit log entries.
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../schema/accounts';
import { ads } from '../../schema/ads';
import { articles } from '../../schema/articles';
import { auditLog } from '../../schema/audit';
import { webhookKeys } from '../../schema/webhook-keys';
import { webhookRequests } from '../../schema/webhooks';
import { DEMO_ACCOUNTS } from '../demo-accounts';
import type { SeedDatabase } from '../insert-demo';
import { adminOf, ago, editorOf, type OperationsFacts } from './seed-operations';

/** Calls of an automation, one of which was rejected. The key itself was never stored. */
export async function insertWebhookCalls(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  const [key] = await db
    .insert(webhookKeys)
    .values({
      hash: createHash('sha256').update('demo key that no one has').digest('hex'),
      hint: 'demo',
      createdBy: adminOf(facts),
      createdAt: ago(facts, 80),
    })
    .returning({ id: webhookKeys.id });
  const { rows } = await db.execute<{
    id: string;
    slug: string;
    title: string;
    summary: string;
    author: string;
    at: Date;
  }>(sql`
    select id, slug, title, summary, author, publish_date as at from ${articles} where status = 'published' and publish_date < ${ago(facts, 5)}
    order by publish_date desc limit 5`);
  const calls = rows.map(({ id, slug, title, summary, author, at }, index) => {
    const isRejected = index === 2;
    const missing = 'author is required';
    const body = JSON.stringify({
      title,
      summary,
      author: isRejected ? '' : author,
      content: `<p>${summary}</p>`,
      category: 'Operations',
    });
    return {
      keyId: key?.id ?? null,
      title,
      body,
      receivedAt: new Date(at),
      status: isRejected ? 422 : 201,
      articleId: isRejected ? null : id,
      answer: isRejected
        ? { success: false, error: missing, issues: [{ field: 'author', message: missing }] }
        : { success: true, article: { id, slug, url: `/article/${slug}` } },
    };
  });
  if (key)
    await db.update(webhookKeys).set({ lastUsedAt: calls[0]?.receivedAt }).where(eq(webhookKeys.id, key.id));
  await db.insert(webhookRequests).values(
    calls.toReversed().map((call) => ({
      ...call,
      finishedAt: new Date(call.receivedAt.getTime() + 240),
      bodyBytes: Buffer.byteLength(call.body),
      bodyHash: createHash('sha256').update(call.body).digest('hex'),
      address: '192.0.2.10',
      userAgent: 'Zapier',
    })),
  );
}

export async function insertAuditLog(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  const [admin, editor] = [adminOf(facts), editorOf(facts)];
  const { rows: saved } = await db.execute<{ id: string; title: string; at: Date }>(
    sql`select id, title, publish_date as at from ${articles} where status = 'published'`,
  );
  const { rows: created } = await db.execute<{ name: string; at: Date }>(
    sql`select name, created_at as at from ${ads}`,
  );
  const { rows: members } = await db.execute<{ id: string; email: string; at: Date }>(
    sql`select id, email, created_at as at from ${users}`,
  );
  const staff = [admin, editor].flatMap((actorId, person) =>
    Array.from({ length: 12 }, (_, index) => ({
      actorId,
      event: 'signed_in',
      subject: DEMO_ACCOUNTS[person]?.email ?? null,
      at: ago(facts, index * 7 + person + 0.2),
      address: person === 0 ? '192.0.2.31' : '198.51.100.7',
    })),
  );
  await db.insert(auditLog).values([
    ...staff,
    ...saved.map(({ id, title, at }) => ({
      actorId: editor,
      event: 'article_published',
      subject: title,
      at: new Date(at),
      details: { id },
    })),
    ...created.map(({ name, at }) => ({
      actorId: admin,
      event: 'ad_created',
      subject: name,
      at: new Date(at),
    })),
    ...members
      .filter(({ id }) => id !== admin)
      .map(({ id, email, at }) => ({ actorId: id, event: 'signed_up', subject: email, at: new Date(at) })),
    ...[
      ['settings_updated', 'site', 82],
      ['newsletter_settings_updated', 'newsletter', 81],
      ['ad_updated', 'Brieflane sidebar', 40],
      ['cta_created', 'Ask us about your firm', 12],
      ['redirect_created', '/signup', 46],
    ].map(([event, subject, days]) => ({
      actorId: admin,
      event: String(event),
      subject: String(subject),
      at: ago(facts, Number(days)),
    })),
  ]);
}
