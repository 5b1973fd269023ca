// Keeps a form and its input when it cannot be sent: no network, no server, or a proxy answers instead. Remix
// would replace the page with an error, and offers no hook except the `fetch` it calls.
import { useEffect, useRef } from 'react';
import { useToast } from './toast';

/** The content type of Remix's own answers. */
const ANSWER = 'text/x-script';
/** Action data `null` in Remix's stream format, which changes nothing on the page. */
const NULL_DATA = '[{"_1":-5},"data"]\n';

const STILL_HERE = 'Your changes are still here. Please try again in a moment.';
const TOO_LARGE = 413;

const FORM_UNSENT = 'form-unsent';

/** Calls `note` when a form could not be sent. */
export function useWhenUnsent(note: () => void): void {
  const callback = useRef(note);
  callback.current = note;
  useEffect(() => {
    const notify = () => callback.current();
    window.addEventListener(FORM_UNSENT, notify);
    return () => window.removeEventListener(FORM_UNSENT, notify);
  }, []);
}

export function UnsentForms() {
  const toast = useToast();
  useEffect(() => {
    const { fetch } = window;
    let isMounted = true;
    const wrapper: typeof fetch = async (input, init) => {
      if (!isMounted || !isForm(input, init)) return fetch(input, init);
      const answer = await fetch(input, init).catch((error) => {
        if (init?.signal?.aborted) throw error;
        return null;
      });
      if (answer?.headers.get('content-type')?.startsWith(ANSWER)) return answer;
      const title =
        answer?.status === TOO_LARGE ? 'The form is too large to send' : 'The server could not be reached';
      toast({ title, description: STILL_HERE, destructive: true });
      window.dispatchEvent(new Event(FORM_UNSENT));
      return new Response(NULL_DATA, { status: 503, headers: { 'content-type': ANSWER } });
    };
    window.fetch = wrapper;
    return () => {
      isMounted = false;
      // Others may have wrapped this wrapper since.
      if (window.fetch === wrapper) window.fetch = fetch;
    };
  }, [toast]);
  return null;
}

function isForm(input: RequestInfo | URL, init?: RequestInit): boolean {
  if (init?.method !== 'POST' || input instanceof Request) return false;
  return new URL(input, window.location.href).pathname.endsWith('.data');
}
