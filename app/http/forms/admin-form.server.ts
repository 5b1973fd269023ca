// Admin forms: the intent that a form names runs one operation, and the answer is a redirect with a notice, data for the
// page, or the form with the reason and everything that was typed.
import { type ActionFunctionArgs, data } from '@remix-run/cloudflare';
import type { Capability } from '~/features/accounts/capabilities';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { acceptForm } from '../accept-form.server';
import type { AdminNotice } from '../admin-notice.server';
import { idOf } from '../dialog-address.server';
import { type RefusedForm, refuseForm } from '../form-answer.server';
import { adminAction, type SignedInVisit } from '../guards.server';
import { type PostedForm, readForm } from '../read-form.server';

type Fields = Record<string, string | string[] | boolean>;

export interface Submission<F extends Fields> extends SignedInVisit {
  form: PostedForm;
  /** What `fields` read. The feature's operation parses it with its schema. */
  fields: F;
  /** The field `id`. @throws NotFoundError when it is no uuid */
  readonly id: string;
  /** The version of the row that the form started from; empty to save over any version. */
  stamp: string;
}

type Notice = Omit<AdminNotice, 'at'>;
/** A notice's title, a notice with the page to go to, or data that the page shows without a redirect. */
type Outcome<A> = string | (Notice & { to?: string }) | { answer: A };

interface Intent<F extends Fields, A> {
  run: (submission: Submission<F>) => Promise<Outcome<A>>;
  /** The title of a refusal. */
  failure: string | ((error: unknown) => string);
  /** The sentence for an unexpected error, where trying again is not the best advice. */
  fallback?: string;
}

interface AdminForm<F extends Fields, A> {
  capability: Capability;
  /** Reads what the operations need. A refused form gets the same values back; it never gets files or passwords. */
  fields?: (form: PostedForm) => F;
  /** Keyed by the form's `intent`. The key '' is for a page with a single operation; without it, an unknown intent is a 400. */
  intents: Record<string, Intent<F, A>>;
  /** Where an accepted form leads. */
  next: string | ((visit: SignedInVisit) => string);
  /**
   * The form also comes back when the session has ended or the database is unavailable. Every loader of the page then
   * needs its own fallback (see `adminLoader`).
   */
  keepsInput?: boolean;
}

const TRY_AGAIN = 'Please try again in a moment.';

/** The action of an admin page. It throws its redirects, so that its type is what `useActionData` can return. */
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
      stamp: form.text('stamp'),
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

  type Answer = ReturnType<typeof data<RefusedForm | A>>;
  const keep = async ({ ctx, request }: Pick<SignedInVisit, 'ctx' | 'request'>, error: unknown) => {
    const form = await readForm(request);
    return refuse(ctx, error, form, fieldsOf(form));
  };
  const action: (args: ActionFunctionArgs) => Promise<Answer> = adminAction<Answer>(
    capability,
    act,
    keepsInput ? keep : undefined,
  );
  return action;
}

/** The row that the form is about. After a conflict the stamp is empty: the next save is meant to replace the other version. */
function rowOf(form: PostedForm, error: unknown) {
  return {
    ...(form.has('id') && { id: form.text('id') }),
    ...(form.has('stamp') && { stamp: error instanceof ConflictError ? '' : form.text('stamp') }),
  };
}

const toTyped = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : '') : value,
    ]),
  );
