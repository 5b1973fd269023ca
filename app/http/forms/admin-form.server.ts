// Actions of admin forms. The form's `intent` selects one operation; the result is a redirect with a notice,
// data for the page, or the form with the reason and the submitted values.
import { type ActionFunctionArgs, data } from '@remix-run/cloudflare';
import type { Capability } from '~/features/accounts/capabilities';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { adminAction, type SignedInVisit } from '../session/guards.server';
import type { AdminNotice } from './admin-notice.server';
import { acceptForm } from './admin-notice.server';
import { idOf } from './dialog-address.server';
import { type PostedForm, readForm } from './read-form.server';
import { type RefusedForm, refuseForm } from './refuse-form.server';

type Fields = Record<string, string | string[] | boolean>;

export interface Submission<F extends Fields> extends SignedInVisit {
  form: PostedForm;
  /** The values that `fields` read. The operation validates them with its own schema. */
  fields: F;
  /** The field `id`. @throws NotFoundError when it is not a UUID */
  readonly id: string;
  /** The row version that the form started from; empty to overwrite any version. */
  version: string;
}

type Notice = Omit<AdminNotice, 'at'>;
/** A notice's title; a notice with the page to redirect to; or data for the page without a redirect. */
type Outcome<A> = string | (Notice & { to?: string }) | { answer: A };

interface Intent<F extends Fields, A> {
  run: (submission: Submission<F>) => Promise<Outcome<A>>;
  /** The title when the operation fails. */
  failure: string | ((error: unknown) => string);
  /** The message for an unexpected error, where trying again is not the best advice. */
  fallback?: string;
}

interface AdminForm<F extends Fields, A> {
  capability: Capability;
  /** Reads the fields. A refused form gets these values back, which never include files or passwords. */
  fields?: (form: PostedForm) => F;
  /**
   * By `intent`. The key '' serves a page with one operation. Without that key, an unknown intent gets a 400.
   */
  intents: Record<string, Intent<F, A>>;
  /** Where to redirect after success. */
  next: string | ((visit: SignedInVisit) => string);
  /**
   * Also returns the form when the session has ended or the database is unavailable. Every loader of the page
   * then needs a fallback (see `adminLoader`).
   */
  keepsInput?: boolean;
}

const TRY_AGAIN = 'Please try again in a moment.';

/**
 * Creates the action of an admin page. It throws redirects, so that its type is what `useActionData` returns.
 */
export function adminForm<F extends Fields = Fields, A extends object = never>(definition: AdminForm<F, A>) {
  const { capability, intents, next, keepsInput = false } = definition;
  const fieldsOf = definition.fields ?? (() => ({}) as F);
  const intentOf = (form: PostedForm): Intent<F, A> => {
    const name = form.text('intent');
    const intent = intents[Object.hasOwn(intents, name) ? name : ''];
    if (!intent) throw new Response(null, { status: 400 });
    return intent;
  };

  function refuse(ctx: AppContext, error: unknown, form: PostedForm, fields: F) {
    const { failure, fallback = TRY_AGAIN } = intentOf(form);
    return refuseForm(ctx, error, {
      intent: form.text('intent'),
      title: typeof failure === 'string' ? failure : failure(error),
      typed: { ...rowOf(form, error), ...toTyped(fields) },
      fallback,
    });
  }

  async function act(visit: SignedInVisit) {
    const form = await readForm(visit.request);
    const submission: Submission<F> = {
      ...visit,
      form,
      fields: fieldsOf(form),
      version: form.text('version'),
      get id() {
        return idOf(form);
      },
    };
    try {
      const outcome = await intentOf(form).run(submission);
      if (typeof outcome !== 'string' && 'answer' in outcome) return data(outcome.answer);
      const { to = typeof next === 'string' ? next : next(visit), ...notice }: Notice & { to?: string } =
        typeof outcome === 'string' ? { title: outcome } : outcome;
      return acceptForm(visit.ctx, to, notice);
    } catch (error) {
      return refuse(visit.ctx, error, form, submission.fields);
    }
  }

  type ActionData = ReturnType<typeof data<RefusedForm | A>>;
  const returnInput = async ({ ctx, request }: Pick<SignedInVisit, 'ctx' | 'request'>, error: unknown) => {
    const form = await readForm(request);
    return refuse(ctx, error, form, fieldsOf(form));
  };
  const action: (args: ActionFunctionArgs) => Promise<ActionData> = adminAction<ActionData, ActionData>(
    capability,
    act,
    keepsInput ? returnInput : undefined,
  );
  return action;
}

/**
 * The row's id and version. After a conflict the version is empty, so that the next save replaces the other
 * version.
 */
function rowOf(form: PostedForm, error: unknown) {
  return {
    ...(form.has('id') && { id: form.text('id') }),
    ...(form.has('version') && { version: error instanceof ConflictError ? '' : form.text('version') }),
  };
}

const toTyped = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : '') : value,
    ]),
  );
