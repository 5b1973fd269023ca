// Where every subscribe form posts. With scripts it answers data; without, it sends the reader back to the page, or
// shows the form again with what was typed.
import { type ActionFunctionArgs, data, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, useActionData } from '@remix-run/react';
import {
  LEAD_SOURCES,
  type LeadSource,
  SUBSCRIBE_FAILED,
  SUBSCRIBED_PARAM,
} from '~/features/newsletter/lead-source';
import { subscribe } from '~/features/newsletter/newsletter.server';
import { toVisit } from '~/http/doors.server';
import { isDomainError, TooManyError } from '~/lib/errors';
import { toSitePath } from '~/lib/site-path';
import { SubscribePage } from './subscribe-page';

interface Typed {
  email: string;
  source: LeadSource;
  returnTo: string;
}

const MAX_TYPED = 500;

export async function action(args: ActionFunctionArgs) {
  const { ctx, request } = toVisit(args);
  const form = await readForm(request);
  const typed = toTyped(form);
  // The form's own script says so when it posts in the background.
  const isScripted = form?.get('scripted') === '1';
  const accepted = () => (isScripted ? { ok: true as const } : redirect(thanksAddress(typed), 303));
  if (form?.get('website')) {
    // A field no person sees was filled in. The bot hears what a person would hear.
    ctx.log.write({ event: 'bot_trapped', what: 'subscribe' });
    return accepted();
  }
  try {
    await subscribe(ctx, typed);
    return accepted();
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/subscribe', reason: String(error) });
    const headers =
      error instanceof TooManyError ? { 'retry-after': String(error.retryAfterSeconds) } : undefined;
    const status = isDomainError(error) ? error.status : 500;
    return data({ ok: false as const, message: SUBSCRIBE_FAILED, typed }, { status, headers });
  }
}

/** A lost connection is a failure like any other: the form stays with what was typed in it. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch {
    return { ok: false as const, message: SUBSCRIBE_FAILED };
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

function toTyped(form: FormData | null): Typed {
  const text = (name: string) => {
    const value = form?.get(name);
    return typeof value === 'string' ? value.slice(0, MAX_TYPED) : '';
  };
  return {
    email: text('email').trim(),
    source: LEAD_SOURCES.find((source) => source === text('source')) ?? 'newsletter',
    returnTo: toSitePath(text('returnTo')),
  };
}

function thanksAddress({ returnTo, source }: Typed): string {
  const url = new URL(returnTo, 'http://site');
  if (url.pathname === '/subscribe') url.pathname = '/newsletter';
  url.searchParams.set(SUBSCRIBED_PARAM, source);
  return url.pathname + url.search;
}

export const meta: MetaFunction = () => [{ title: 'Subscribe' }, { name: 'robots', content: 'noindex' }];

export default function Subscribe() {
  const answer = useActionData<typeof action>();
  const typed = answer && 'typed' in answer ? answer.typed : null;
  return (
    <SubscribePage
      email={typed?.email ?? ''}
      source={typed?.source ?? 'newsletter'}
      returnTo={typed?.returnTo ?? '/'}
      error={typed ? SUBSCRIBE_FAILED : null}
    />
  );
}
