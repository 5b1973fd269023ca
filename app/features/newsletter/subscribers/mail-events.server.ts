// Handles bounce and complaint reports from the email provider: these addresses receive no more email.
import { z } from 'zod';
import { forgetCalls } from '~/features/rate-limit/throttle-calls.server';
import type { AppContext } from '~/platform/context';
import { undoWindow } from './confirmation-limits';
import { suppressAddress } from './leads-repo.server';

const Address = z.string().max(400);

/** Resend: `email.bounced`, `email.complained`. */
const ResendEvent = z.object({
  type: z.string(),
  data: z.object({
    to: z.union([z.array(Address).max(50), Address.transform((one) => [one])]),
    bounce: z.object({ type: z.string().optional() }).optional(),
  }),
});

/** Postmark: one record per event type. */
const PostmarkEvent = z.object({
  RecordType: z.string(),
  Email: Address,
  Type: z.string().optional(),
  /** Postmark has deactivated the address. */
  Inactive: z.boolean().optional(),
});

/** Postmark: the address was added to its list of suppressed addresses, or removed from it. */
const PostmarkSuppression = z.object({
  RecordType: z.literal('SubscriptionChange'),
  Recipient: Address,
  SuppressSending: z.boolean(),
  SuppressionReason: z.string().nullish(),
});

interface Report {
  addresses: string[];
  kind: 'bounced' | 'complained' | 'unsubscribed';
}

const SUPPRESSION_KINDS: Record<string, Report['kind']> = {
  HardBounce: 'bounced',
  SpamComplaint: 'complained',
};

/** Null for events that need no action: deliveries, opens, temporary bounces, reactivated addresses. */
function toReport(body: unknown): Report | null {
  const resend = ResendEvent.safeParse(body).data;
  if (resend) {
    const { to: addresses, bounce } = resend.data;
    if (resend.type === 'email.complained') return { addresses, kind: 'complained' };
    const isPermanent = !bounce?.type || /permanent|undetermined/i.test(bounce.type);
    return resend.type === 'email.bounced' && isPermanent ? { addresses, kind: 'bounced' } : null;
  }
  const suppression = PostmarkSuppression.safeParse(body).data;
  if (suppression) {
    const { Recipient, SuppressSending, SuppressionReason } = suppression;
    const kind = SUPPRESSION_KINDS[SuppressionReason ?? ''] ?? 'unsubscribed';
    return SuppressSending ? { addresses: [Recipient], kind } : null;
  }
  const postmark = PostmarkEvent.safeParse(body).data;
  if (!postmark) return null;
  const addresses = [postmark.Email];
  if (postmark.RecordType === 'SpamComplaint') return { addresses, kind: 'complained' };
  const isPermanent = postmark.Inactive === true || postmark.Type === 'HardBounce';
  return postmark.RecordType === 'Bounce' && isPermanent ? { addresses, kind: 'bounced' } : null;
}

/** Extracts the address from `Ann <ann@example.com>`. */
const plainAddress = (text: string) => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim();

/**
 * Idempotent.
 * @param body parsed JSON of a request that was verified to come from the provider
 * @returns the number of addresses suppressed
 */
export async function handleMailEvent(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'tokens'>,
  body: unknown,
): Promise<number> {
  const report = toReport(body);
  if (!report) return 0;
  const { db, clock, log } = ctx;
  const status = report.kind === 'bounced' ? 'bounced' : 'unsubscribed';
  const addresses = report.addresses.map(plainAddress);
  // After a complaint, a forwarded link must not undo it; only the reader subscribes again.
  const undo = await Promise.all(
    addresses.map(async (address) => undoWindow(await ctx.tokens.hash(address.toLowerCase()))),
  );
  const { suppressed: rows } = await db.writeBatch({
    suppressed: addresses.map((address) => suppressAddress(db.build, address, status, clock.now())),
    undo: undo.length > 0 ? [forgetCalls(ctx, undo)] : [],
  });
  const suppressed = rows.flat().length;
  for (let count = 0; count < suppressed; count += 1)
    log.write({ event: 'lead_suppressed', reason: report.kind });
  return suppressed;
}
