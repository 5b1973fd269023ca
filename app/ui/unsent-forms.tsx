// A form that cannot be sent (no network, no server, or somebody in between who answers in its place) stays as it is, with
// all that was typed. Remix would put an error in the place of the page, and has no other hook than the fetch it calls.
import { useEffect, useRef } from 'react';
import { useToast } from './toast';

/** Of the answers that Remix understands. */
const ANSWER = 'text/x-script';
/** An action's data that is null, as Remix's stream writes it: the page is told nothing new. */
const NOTHING_NEW = '[{"_1":-5},"data"]\n';

const STILL_HERE = 'Everything you typed is still here: please try again in a moment.';
const TOO_LARGE = 413;

const FORM_UNSENT = 'form-unsent';

/** For whoever minds what is unsaved. */
export function useWhenUnsent(note: () => void): void {
  const told = useRef(note);
  told.current = note;
  useEffect(() => {
    const tell = () => told.current();
    window.addEventListener(FORM_UNSENT, tell);
    return () => window.removeEventListener(FORM_UNSENT, tell);
  }, []);
}

export function UnsentForms() {
  const toast = useToast();
  useEffect(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if (!isForm(input, init)) return fetch(input, init);
      const answer = await fetch(input, init).catch((error) => {
        if (init?.signal?.aborted) throw error;
        return null;
      });
      if (answer?.headers.get('content-type')?.startsWith(ANSWER)) return answer;
      const title =
        answer?.status === TOO_LARGE ? 'This is too large to be sent' : 'The server could not be reached';
      toast({ title, description: STILL_HERE, destructive: true });
      window.dispatchEvent(new Event(FORM_UNSENT));
      return new Response(NOTHING_NEW, { status: 503, headers: { 'content-type': ANSWER } });
    };
    return () => {
      window.fetch = fetch;
    };
  }, [toast]);
  return null;
}

function isForm(input: RequestInfo | URL, init?: RequestInit): boolean {
  if (init?.method !== 'POST' || input instanceof Request) return false;
  return new URL(input, window.location.href).pathname.endsWith('.data');
}
