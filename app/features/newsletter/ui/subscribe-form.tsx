// The newsletter form, used in three places. Submits in the background; without JavaScript it is a plain
// form.

import { useLocation } from '@remix-run/react';
import { type FormEvent, useId, useState } from 'react';
import { reading } from '~/features/readership/tracking/reading-signals';
import { readOwnJson } from '~/lib/own-json';
import { useToast } from '~/ui/toast';
import { type LeadSource, SUBSCRIBE_FAILED, subscribedToast } from '../subscribers/lead-source';

interface SubscribeFormProps {
  source: LeadSource;
  /** Accessible name of the field. */
  label: string;
  buttonText: string;
  /**
   * After a failed submission without JavaScript: the typed address, that it is invalid, and the original
   * page.
   */
  email?: string;
  invalid?: boolean;
  returnTo?: string;
}

/** Null on success, otherwise the error message. */
async function post(form: HTMLFormElement): Promise<string | null> {
  try {
    // URL-encoded, because FormData would be sent as multipart.
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    if (reading.token) body.append('view', reading.token);
    const answer = await fetch('/api/subscribe', { method: 'POST', body });
    if (answer.ok) return null;
    return (await readOwnJson<{ error?: string }>(answer)).error ?? SUBSCRIBE_FAILED;
  } catch {
    return SUBSCRIBE_FAILED;
  }
}

export function SubscribeForm({ source, label, buttonText, email, invalid, returnTo }: SubscribeFormProps) {
  const location = useLocation();
  const toast = useToast();
  const id = useId();
  const [submitting, setSubmitting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setSubmitting(true);
    const refusal = await post(form);
    setSubmitting(false);
    if (refusal) return toast({ title: 'Error', description: refusal, destructive: true });
    const field = form.elements.namedItem('email');
    if (field instanceof HTMLInputElement) field.value = '';
    toast(subscribedToast(source));
  }

  return (
    <form className="subscribe-form" method="post" action="/subscribe" onSubmit={submit}>
      <label className="sr-only" htmlFor={`${id}email`}>
        {label}
      </label>
      <input
        className="field__input subscribe-form__email"
        id={`${id}email`}
        name="email"
        type="email"
        required
        autoComplete="email"
        placeholder="you@yourfirm.com"
        defaultValue={email}
        aria-invalid={invalid}
      />
      <button className="button subscribe-form__button" type="submit" disabled={submitting}>
        {submitting ? 'Subscribing...' : buttonText}
      </button>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="returnTo" value={returnTo ?? `${location.pathname}${location.search}`} />
      {/* Honeypot: hidden from people, so only bots fill it. */}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor={`${id}website`}>Website</label>
        <input id={`${id}website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </form>
  );
}
