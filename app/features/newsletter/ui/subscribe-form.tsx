// The one newsletter form, in three places. Posts in the background; without JavaScript it is a plain form.
import { useFetcher, useLocation } from '@remix-run/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useToast } from '~/ui/toast';
import { type LeadSource, SUBSCRIBE_FAILED, subscribedToast } from '../lead-source';

/** What the action at /subscribe answers a background post. */
export type SubscribeAnswer = { ok: true } | { ok: false; message: string };

interface SubscribeFormProps {
  source: LeadSource;
  /** Names the field for those who cannot see where it stands. */
  label: string;
  buttonText: string;
  /** After a refused plain post: what was typed, that it was refused, and where the reader came from. */
  email?: string;
  invalid?: boolean;
  returnTo?: string;
}

export function SubscribeForm({ source, label, buttonText, email, invalid, returnTo }: SubscribeFormProps) {
  const fetcher = useFetcher<SubscribeAnswer>();
  const location = useLocation();
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const answered = useRef<SubscribeAnswer>();
  // A plain post is answered with a redirect, a background one with data; only the browser knows which it will be.
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  const submitting = fetcher.state !== 'idle';

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data || fetcher.data === answered.current) return;
    answered.current = fetcher.data;
    if (!fetcher.data.ok) return toast({ title: 'Error', description: SUBSCRIBE_FAILED, destructive: true });
    if (input.current) input.current.value = '';
    toast(subscribedToast(source));
  }, [fetcher.state, fetcher.data, source, toast]);

  return (
    <fetcher.Form className="subscribe-form" method="post" action="/subscribe">
      <label className="sr-only" htmlFor={`${id}email`}>
        {label}
      </label>
      <input
        className="field__input subscribe-form__email"
        ref={input}
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
      {isScripted && <input type="hidden" name="scripted" value="1" />}
      <input type="hidden" name="returnTo" value={returnTo ?? `${location.pathname}${location.search}`} />
      {/* People neither see nor reach this field: whoever fills it is no reader. */}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor={`${id}website`}>Website</label>
        <input id={`${id}website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </fetcher.Form>
  );
}
