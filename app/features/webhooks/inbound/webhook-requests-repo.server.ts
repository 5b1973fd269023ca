// SQL for inbound webhook calls. A unique constraint on key and Idempotency-Key decides which of several
// equal calls does the work.
import { articles } from 'db/schema/articles';
import { webhookKeys } from 'db/schema/webhook-keys';
import { webhookRequests } from 'db/schema/webhooks';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { FieldIssue } from '~/lib/errors';
import type { Build } from '~/platform/context';
import { IDEMPOTENCY_HOURS, REQUEST_RETENTION_DAYS, type RequestFilter } from './webhook-request';

export interface NewRequest {
  keyId: string | null;
  claim: string | null;
  messageId: string | null;
  bodyHash: string;
  body: string | null;
  bodyBytes: number;
  title: string | null;
  address: string | null;
  userAgent: string | null;
  replayOf: number | null;
}

/** Lease of an attempt. Longer than any image download takes. */
const LEASE_SECONDS = 60;

/** The lease expired without a result. */
const isDead = sql<boolean>`${webhookRequests.finishedAt} is null and ${webhookRequests.claimedUntil} < now()`;

/** Serializes related calls; otherwise two constraints could refuse each other's call. */
export function lockCalls(build: Build, { keyId, claim, messageId }: NewRequest) {
  const names = [claim && `claim ${claim}`, messageId && `message ${messageId}`].filter(Boolean).sort();
  const locks = names.map(
    (name) => sql`pg_advisory_xact_lock(hashtextextended(${`webhook ${keyId} ${name}`}, 0))`,
  );
  return build.execute(sql`select ${locks.length > 0 ? sql.join(locks, sql`, `) : sql`1`}`);
}

/** Releases Idempotency-Keys after 24 hours. */
export function releaseOldClaim(build: Build, { keyId, claim }: NewRequest) {
  return build
    .update(webhookRequests)
    .set({ claim: null })
    .where(
      and(
        eq(webhookRequests.keyId, keyId ?? sql`null`),
        eq(webhookRequests.claim, claim ?? sql`null`),
        lt(webhookRequests.receivedAt, sql`now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)`),
      ),
    );
}

/**
 * Ends a signed message whose lease expired, so that it can be sent again, as after a refusal. If it has an
 * Idempotency-Key, `claimRequest` takes it over instead.
 */
export function endDeadMessage(
  build: Build,
  { keyId, claim, messageId }: NewRequest,
  status: number,
  answer: unknown,
) {
  return build
    .update(webhookRequests)
    .set({ claim: null, messageId: null, claimedUntil: null, finishedAt: sql`now()`, status, answer })
    .where(
      and(
        eq(webhookRequests.keyId, keyId ?? sql`null`),
        eq(webhookRequests.messageId, messageId ?? sql`null`),
        sql`(${webhookRequests.claim} = ${claim}) is not true`,
        isDead,
      ),
    );
}

/**
 * Returns a row if the caller may do the work: the call is new, or the previous attempt died. No row while
 * another attempt works or has ended. Violates `webhook_requests_message_once` for a signed message that was
 * accepted or is in progress.
 */
export function claimRequest(build: Build, request: NewRequest) {
  return build
    .insert(webhookRequests)
    .values({ ...request, idempotencyKey: request.claim, claimedUntil: leaseEnd })
    .onConflictDoUpdate({
      target: [webhookRequests.keyId, webhookRequests.claim],
      set: { attempt: sql`${webhookRequests.attempt} + 1`, claimedUntil: leaseEnd },
      setWhere: sql`${isDead} and ${webhookRequests.bodyHash} = excluded.body_hash`,
    })
    .returning({ id: webhookRequests.id, attempt: webhookRequests.attempt });
}

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS}::int)`;

/** Logs a call that was refused before claiming anything. */
export function insertRefused(build: Build, request: NewRequest, status: number, answer: unknown) {
  return build.insert(webhookRequests).values({
    ...request,
    claim: null,
    messageId: null,
    idempotencyKey: request.claim,
    status,
    answer,
    finishedAt: sql`now()`,
  });
}

const progress = {
  id: webhookRequests.id,
  bodyHash: webhookRequests.bodyHash,
  status: webhookRequests.status,
  answer: webhookRequests.answer,
  isDead,
};

export function selectByClaim(build: Build, keyId: string, claim: string) {
  return build
    .select(progress)
    .from(webhookRequests)
    .where(and(eq(webhookRequests.keyId, keyId), eq(webhookRequests.claim, claim)));
}

export function selectByMessage(build: Build, { keyId, messageId }: NewRequest) {
  return build
    .select(progress)
    .from(webhookRequests)
    .where(
      and(
        eq(webhookRequests.keyId, keyId ?? sql`null`),
        eq(webhookRequests.messageId, messageId ?? sql`null`),
      ),
    );
}

export function selectRequestProgress(build: Build, id: number) {
  return build.select(progress).from(webhookRequests).where(eq(webhookRequests.id, id));
}

export interface HeldRequest {
  id: number;
  attempt: number;
}

/**
 * Finishes a call that created an article, in the article's transaction. Aborts that transaction for an
 * outdated attempt.
 */
export function finishWithArticle(
  build: Build,
  held: HeldRequest,
  articleId: string,
  siteUrl: string,
  warnings: readonly FieldIssue[] | null,
) {
  return build.execute(sql`select finish_webhook_request(${held.id}::bigint, ${held.attempt}::integer, 201,
    (select json_strip_nulls(json_build_object('success', true, 'article', json_build_object('id', a.id, 'slug', a.slug,
      'url', ${`${siteUrl}/article/`} || a.slug), 'warnings', ${warnings && JSON.stringify(warnings)}::json))
      from ${articles} a where a.id = ${articleId}::uuid), ${articleId}::uuid)`);
}

/** Finishes a refused call. */
export function finishRefused(build: Build, held: HeldRequest, status: number, answer: unknown) {
  return build.execute(sql`select finish_webhook_request(${held.id}::bigint, ${held.attempt}::integer,
    ${status}::integer, ${JSON.stringify(answer)}::json, null)`);
}

const row = {
  id: webhookRequests.id,
  receivedAt: webhookRequests.receivedAt,
  keyHint: webhookKeys.hint,
  title: webhookRequests.title,
  status: webhookRequests.status,
  articleId: webhookRequests.articleId,
  replayOf: webhookRequests.replayOf,
  warning: sql<string | null>`${webhookRequests.answer} #>> '{warnings,0,message}'`,
};

const FILTERS: Record<RequestFilter, SQL | undefined> = {
  all: undefined,
  accepted: lt(webhookRequests.status, 400),
  refused: gte(webhookRequests.status, 400),
};

/** Newest first; only ids below `before` if given. */
export function selectRequests(build: Build, filter: RequestFilter, before: number | null, limit: number) {
  return build
    .select(row)
    .from(webhookRequests)
    .leftJoin(webhookKeys, eq(webhookKeys.id, webhookRequests.keyId))
    .where(and(FILTERS[filter], before === null ? undefined : lt(webhookRequests.id, before)))
    .orderBy(desc(webhookRequests.id))
    .limit(limit);
}

export function selectRequest(build: Build, id: number) {
  const { messageId, idempotencyKey, body, bodyBytes, address, userAgent, finishedAt, answer } =
    webhookRequests;
  return build
    .select({
      ...row,
      idempotencyKey,
      body,
      bodyBytes,
      address,
      userAgent,
      finishedAt,
      answer,
      isSigned: sql<boolean>`${messageId} is not null`,
      articleSlug: articles.slug,
    })
    .from(webhookRequests)
    .leftJoin(webhookKeys, eq(webhookKeys.id, webhookRequests.keyId))
    .leftJoin(articles, eq(articles.id, webhookRequests.articleId))
    .where(eq(webhookRequests.id, id));
}

/** The newest replay of a call. */
export function selectReplay(build: Build, id: number) {
  return build
    .select({ id: webhookRequests.id })
    .from(webhookRequests)
    .where(eq(webhookRequests.replayOf, id))
    .orderBy(desc(webhookRequests.id))
    .limit(1);
}

/** Rows per statement, well within the statement timeout. */
export const MAX_OLD_REQUESTS = 500;

export function deleteOldRequests(build: Build, now: Date) {
  return build.execute<{ id: number }>(sql`
    delete from ${webhookRequests} where id in (
      select id from ${webhookRequests}
      where received_at < ${now.toISOString()}::timestamptz - make_interval(days => ${REQUEST_RETENTION_DAYS}::int)
      order by received_at limit ${MAX_OLD_REQUESTS}::int)
    returning id`);
}
