// Reading a subscribe form and acting on it, for the door of plain forms and the one of scripts.

import { LEAD_SOURCES, type LeadSource, SUBSCRIBE_FAILED } from '~/features/newsletter/lead-source';
import { subscribe } from '~/features/newsletter/newsletter.server';
import { cutText } from '~/lib/cut-text';
import { isDomainError, TooManyError } from '~/lib/errors';
import { toSitePath } from '~/lib/site-path';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from './failure-headers.server';

/** What the reader typed, and where the form stood. */
export interface TypedSubscription {
  email: string;
  source: LeadSource;
  returnTo: string;
}

export interface SubscribeOutcome {
  ok: boolean;
  typed: TypedSubscription;
  status: number;
  headers?: Headers;
  /** Why it was refused; null when it was accepted. */
  error: string | null;
}

const MAX_TYPED = 500;

export async function takeSubscription(ctx: AppContext, request: Request): Promise<SubscribeOutcome> {
  const form = await readForm(request);
  const typed = toTyped(form);
  if (form?.get('website')) {
    // A field no person sees was filled in. The bot hears what a person would hear.
    ctx.log.write({ event: 'bot_trapped', what: 'subscribe' });
    return { ok: true, typed, status: 200, error: null };
  }
  try {
    await subscribe(ctx, typed);
    return { ok: true, typed, status: 200, error: null };
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/subscribe', reason: String(error) });
    const status = isDomainError(error) ? error.status : 500;
    const reason = error instanceof TooManyError ? error.message : SUBSCRIBE_FAILED;
    return { ok: false, typed, status, headers: failureHeaders(error), error: reason };
  }
}

/** Null for a body that is no form. */
async function readForm(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch {
    return null;
  }
}

function toTyped(form: FormData | null): TypedSubscription {
  const text = (name: string) => {
    const value = form?.get(name);
    return typeof value === 'string' ? cutText(value.replaceAll('\0', ''), 0, MAX_TYPED) : '';
  };
  return {
    email: text('email').trim(),
    source: LEAD_SOURCES.find((source) => source === text('source')) ?? 'newsletter',
    returnTo: toSitePath(text('returnTo')),
  };
}
