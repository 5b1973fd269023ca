// What the mail provider reports of letters: a mailbox that is not there, a reader who complains. Either is written to no
// more.
import { z } from 'zod';
import type { AppContext } from '~/platform/context';
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

/** Postmark: a record of its own for each kind. */
const PostmarkEvent = z.object({
  RecordType: z.string(),
  Email: Address,
  Type: z.string().optional(),
  /** Postmark took the address off by itself. */
  Inactive: z.boolean().optional(),
});

interface Report {
  addresses: string[];
  kind: 'bounced' | 'complained';
}

/** Null for what is none of our business: deliveries, opens, mailboxes that are full for a while. */
function toReport(body: unknown): Report | null {
  const resend = ResendEvent.safeParse(body).data;
  if (resend) {
    const { to: addresses, bounce } = resend.data;
    if (resend.type === 'email.complained') return { addresses, kind: 'complained' };
    const isForGood = !bounce?.type || /permanent|undetermined/i.test(bounce.type);
    return resend.type === 'email.bounced' && isForGood ? { addresses, kind: 'bounced' } : null;
  }
  const postmark = PostmarkEvent.safeParse(body).data;
  if (!postmark) return null;
  const addresses = [postmark.Email];
  if (postmark.RecordType === 'SpamComplaint') return { addresses, kind: 'complained' };
  const isForGood = postmark.Inactive === true || postmark.Type === 'HardBounce';
  return postmark.RecordType === 'Bounce' && isForGood ? { addresses, kind: 'bounced' } : null;
}

/** `Ann <ann@example.com>` or the address alone. */
const plainAddress = (text: string) => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim();

/**
 * Doing it twice is as good as once.
 * @param body parsed JSON of somebody who proved to be the provider
 * @returns how many readers are written to no more
 */
export async function takeMailEvent(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  body: unknown,
): Promise<number> {
  const report = toReport(body);
  if (!report) return 0;
  const { db, clock, log } = ctx;
  const status = report.kind === 'bounced' ? 'bounced' : 'unsubscribed';
  const results = await db.write(
    ...report.addresses.map((address) =>
      suppressAddress(db.build, plainAddress(address), status, clock.now()),
    ),
  );
  const suppressed = results.flat().length;
  for (let count = 0; count < suppressed; count += 1)
    log.write({ event: 'lead_suppressed', reason: report.kind });
  return suppressed;
}
