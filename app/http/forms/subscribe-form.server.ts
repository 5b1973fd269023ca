// Reads and handles a subscribe form, for the plain form's route and for /api/subscribe.

import {
  LEAD_SOURCES,
  type LeadSource,
  SUBSCRIBE_FAILED,
} from '~/features/newsletter/subscribers/lead-source';
import { subscribe } from '~/features/newsletter/subscribers/subscribe.server';
import { MAX_TOKEN_LENGTH } from '~/features/readership/tracking/reading-event';
import { isDomainError, TooManyError } from '~/lib/errors';
import { toSitePath } from '~/lib/site-path';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from '../security/security-headers';
import { type PostedForm, readForm } from './read-form.server';

/** The submitted values, and the page with the form. */
export interface TypedSubscription {
  email: string;
  source: LeadSource;
  returnTo: string;
}

export interface SubscribeOutcome {
  ok: boolean;
  typed: TypedSubscription;
  status: number;
  headers: Headers;
  /** The reason for a refusal; null on success. */
  error: string | null;
}

const MAX_TYPED = 500;

export async function submitSubscription(ctx: AppContext, request: Request): Promise<SubscribeOutcome> {
  const form = await readForm(request);
  const typed = toTyped(form);
  if (form.text('website')) {
    // Only a bot fills in the hidden field. It gets the same answer as a person.
    ctx.log.write({ event: 'bot_trapped', what: 'subscribe' });
    return { ok: true, typed, status: 200, headers: new Headers(), error: null };
  }
  try {
    const path = new URL(typed.returnTo, ctx.config.siteUrl).pathname;
    await subscribe(ctx, typed, { path, view: form.text('view', MAX_TOKEN_LENGTH) });
    return { ok: true, typed, status: 200, headers: new Headers(), error: null };
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/subscribe', reason: String(error) });
    const status = isDomainError(error) ? error.status : 500;
    const reason = error instanceof TooManyError ? error.message : SUBSCRIBE_FAILED;
    return { ok: false, typed, status, headers: failureHeaders(error), error: reason };
  }
}

function toTyped(form: PostedForm): TypedSubscription {
  const text = (name: string) => form.text(name, MAX_TYPED);
  return {
    email: text('email').trim(),
    source: LEAD_SOURCES.find((source) => source === text('source')) ?? 'newsletter',
    returnTo: toSitePath(text('returnTo')),
  };
}
