// Handles newsletter sign-ups.
import {
  areWithin,
  countCall,
  countCallInTurn,
  deleteOldCalls,
} from '~/features/rate-limit/throttle-calls.server';
import { countedPageOf } from '~/features/readership/tracking/page-kind';
import { findPageView } from '~/features/readership/tracking/page-view-tokens.server';
import { enqueueReading, readingSignUp } from '~/features/readership/tracking/record-reading.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { callerKey } from '~/lib/caller-key';
import { InvalidError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { confirmationMail } from '../emails/confirmation-email';
import { createLinkSigner } from '../emails/link-tokens.server';
import { addressLimit, confirmationLimits, refuseExceededLimits } from './confirmation-limits';
import { SUBSCRIBE_FAILED } from './lead-source';
import { insertLead, mayBeAsked, selectNewLead, selectUnconfirmed } from './leads-repo.server';
import { Subscription } from './subscription';

const LIMIT_WINDOW_SECONDS = 60;

/**
 * Stores a lead and sends the confirmation email. For an existing address the response is the same; if it is
 * unconfirmed, the email is sent again, at most five times a day. New and existing addresses count the same
 * toward the limits, so that no response reveals who is subscribed.
 * @param page the path of the page with the form, and the token of its view or ''
 * @throws InvalidError for an invalid address; TooManyError above 60 requests a minute from one caller or
 * beyond confirmation-limits.ts, in which case nothing is stored or sent
 */
export async function subscribe(
  ctx: Pick<
    AppContext,
    'db' | 'limits' | 'request' | 'log' | 'tokens' | 'mail' | 'clock' | 'config' | 'queue'
  >,
  input: unknown,
  page: { path: string; view: string },
): Promise<Subscription> {
  if (!(await ctx.limits.subscribe.allow(callerKey(ctx.request.address)))) {
    throw new TooManyError(SUBSCRIBE_FAILED, LIMIT_WINDOW_SECONDS);
  }
  const parsed = Subscription.safeParse(input);
  if (!parsed.success) {
    throw new InvalidError(SUBSCRIBE_FAILED, [
      { field: 'email', message: 'Please enter a valid email address.' },
    ]);
  }
  const { email, source } = parsed.data;
  const { db } = ctx;
  const view = await findPageView(ctx, page.view);
  const origin = {
    articleId: view?.articleId ?? null,
    slug: countedPageOf(page.path)?.slug ?? null,
    source: view?.source ?? null,
  };
  const { limits, perAddress } = await limitsOf(ctx, email);
  const isAllowed = areWithin(limits);
  const [{ name }, { counted, created, signedUp, asked, found }] = await Promise.all([
    getSiteSettings(ctx),
    db.writeBatch({
      counted: countCallInTurn(ctx, limits),
      created: insertLead(db.build, parsed.data, origin, isAllowed),
      signedUp: readingSignUp(ctx, view?.id ?? crypto.randomUUID(), selectNewLead(parsed.data)),
      asked: countCall(ctx, perAddress, mayBeAsked(email, isAllowed)),
      found: selectUnconfirmed(db.build, email),
      oldCalls: deleteOldCalls(ctx),
    }),
  ]);
  refuseExceededLimits(limits, counted.rows);
  if (created.rows.length > 0) ctx.log.write({ event: 'lead_created', source });
  await enqueueReading(ctx, signedUp.rows[0]);
  const [lead] = found;
  const isWithin = (asked.rows[0]?.tries ?? 0) <= perAddress.limit;
  if (lead && isWithin) await sendConfirmation(ctx, lead, name);
  else await ctx.mail.pretend();
  return parsed.data;
}

export type Asking = Pick<AppContext, 'db' | 'request' | 'tokens' | 'mail' | 'clock' | 'config'>;

/**
 * Emails a confirmation link to an unconfirmed lead, within the limits of `subscribe`.
 * @throws TooManyError beyond confirmation-limits.ts
 */
export async function requestConfirmation(ctx: Asking, email: string): Promise<void> {
  const { db } = ctx;
  const { limits, perAddress } = await limitsOf(ctx, email);
  const isAllowed = areWithin(limits);
  const [{ name }, { counted, asked, found }] = await Promise.all([
    getSiteSettings(ctx),
    db.writeBatch({
      counted: countCallInTurn(ctx, limits),
      asked: countCall(ctx, perAddress, mayBeAsked(email, isAllowed)),
      found: selectUnconfirmed(db.build, email),
      oldCalls: deleteOldCalls(ctx),
    }),
  ]);
  refuseExceededLimits(limits, counted.rows);
  const [lead] = found;
  const [count] = asked.rows;
  if (lead && count && count.tries <= perAddress.limit) await sendConfirmation(ctx, lead, name);
}

async function limitsOf({ tokens, request }: Pick<AppContext, 'tokens' | 'request'>, email: string) {
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const [addressHash, domainHash] = await Promise.all([tokens.hash(address), tokens.hash(domain)]);
  return {
    limits: confirmationLimits(request.address, domain, domainHash),
    perAddress: addressLimit(addressHash),
  };
}

async function sendConfirmation(
  ctx: Pick<AppContext, 'tokens' | 'mail' | 'clock' | 'config'>,
  lead: { id: string; email: string },
  name: string,
): Promise<void> {
  const signer = await createLinkSigner(ctx);
  const [confirmToken, readerToken] = await Promise.all([
    signer.confirm({ leadId: lead.id, issuedAt: ctx.clock.now() }),
    signer.reader({ leadId: lead.id, issueId: null }),
  ]);
  const { siteUrl } = ctx.config;
  await ctx.mail.send(confirmationMail({ to: lead.email, name, siteUrl, confirmToken, readerToken }));
}
