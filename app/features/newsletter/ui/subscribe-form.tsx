// The one newsletter form, in three places. Posts in the background; without JavaScript it is a plain form.
import { useFetcher, useLocation } from '@remix-run/react';
import { useEffect, useId, useRef } from 'react';
import { useToast } from '~/ui/toast';

export type SubscribeSource = 'newsletter' | 'footer' | 'newsletter-page';

/** What the action at /subscribe answers a background post. */
export type SubscribeAnswer = { ok: true } | { ok: false; message: string };

interface SubscribeFormProps {
  source: SubscribeSource;
  /** Names the field for those who cannot see where it stands. */
  label: string;
  buttonText: string;
  /** After a refused plain post: what was typed, why it failed, and where the reader came from. */
  email?: string;
  error?: string;
  returnTo?: string;
}

const WELCOME = { title: 'Success!', description: "You've been subscribed to our newsletter." };
const WELCOME_TO_ACADEMY = {
  title: 'Welcome to the Academy!',
  description: "You've successfully joined our newsletter. Check your email for confirmation.",
};
const FAILURE = {
  title: 'Error',
  description: 'Failed to subscribe. Please try again.',
  destructive: true,
};

export function SubscribeForm({ source, label, buttonText, email, error, returnTo }: SubscribeFormProps) {
  const fetcher = useFetcher<SubscribeAnswer>();
  const location = useLocation();
  const toast = useToast();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const answered = useRef<SubscribeAnswer>();
  const submitting = fetcher.state !== 'idle';

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data || fetcher.data === answered.current) return;
    answered.current = fetcher.data;
    if (!fetcher.data.ok) return toast(FAILURE);
    if (input.current) input.current.value = '';
    toast(source === 'newsletter-page' ? WELCOME_TO_ACADEMY : WELCOME);
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
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}error` : undefined}
      />
      <button className="button subscribe-form__button" type="submit" disabled={submitting}>
        {submitting ? 'Subscribing...' : buttonText}
      </button>
      {error && (
        <p className="field__error subscribe-form__error" id={`${id}error`}>
          {error}
        </p>
      )}
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="returnTo" value={returnTo ?? `${location.pathname}${location.search}`} />
      {/* People neither see nor reach this field: whoever fills it is no reader. */}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor={`${id}website`}>Website</label>
        <input id={`${id}website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </fetcher.Form>
  );
}
