// The newsletter form, used in three places. Submits in the background; without JavaScript it is a plain
// form.

import { useLocation } from '@remix-run/react';
import { type FormEvent, useId, useState } from 'react';
import { reading } from '~/features/readership/tracking/reading-signals';
import { readOwnJson } from '~/lib/own-json';
import { useToast } from '~/ui/toast';
import { LEAD_SOURCES, type LeadSource, SUBSCRIBE_FAILED, subscribedToast } from '../subscribers/lead-source';

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

const SUBSCRIBING = 'Subscribing...';

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

/** Submits a form, empties it and shows a toast with the result. */
function useSubscribe(): (form: HTMLFormElement) => Promise<void> {
  const toast = useToast();
  return async (form) => {
    const refusal = await post(form);
    if (refusal) return toast({ title: 'Error', description: refusal, destructive: true });
    const [field, source] = ['email', 'source'].map((name) => form.elements.namedItem(name));
    if (field instanceof HTMLInputElement) field.value = '';
    const name = LEAD_SOURCES.find((one) => source instanceof HTMLInputElement && one === source.value);
    toast(subscribedToast(name ?? 'newsletter'));
  };
}

/** The `onSubmit` of an element whose HTML contains subscribe forms. */
export function useSubscribeForms(): (event: FormEvent) => Promise<void> {
  const subscribe = useSubscribe();
  return async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('.subscribe-form')) return;
    event.preventDefault();
    const button = form.querySelector('button');
    const label = button?.textContent ?? '';
    const show = (isSubmitting: boolean) => {
      if (!button) return;
      button.disabled = isSubmitting;
      button.textContent = isSubmitting ? SUBSCRIBING : label;
    };
    show(true);
    await subscribe(form);
    show(false);
  };
}

export function SubscribeForm({ source, label, buttonText, email, invalid, returnTo }: SubscribeFormProps) {
  const location = useLocation();
  const subscribe = useSubscribe();
  const id = useId();
  const [submitting, setSubmitting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setSubmitting(true);
    await subscribe(form);
    setSubmitting(false);
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
        {submitting ? SUBSCRIBING : buttonText}
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
