// The action behind `adminForm` and `viewerForm`: the form's `intent` selects one operation. The result is a redirect, data
// for the page, or the form with the reason and the submitted values.
import type { ActionFunctionArgs, data } from '@remix-run/cloudflare';
import type { Viewer } from '~/features/accounts/account';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { confirmVisit } from '../session/confirm-identity.server';
import type { SignedInVisit } from '../session/guards.server';
import { idOf } from './dialog-address.server';
import { type PostedForm, readForm } from './read-form.server';
import { type RefusedForm, refuseForm } from './refuse-form.server';

export type Fields = Record<string, string | string[] | boolean>;

export interface Submission<F extends Fields> extends SignedInVisit {
  form: PostedForm;
  /** The values that `fields` read. The operation validates them with its own schema. */
  fields: F;
  /** The field `id`. @throws NotFoundError when it is not a UUID */
  readonly id: string;
  /** The row version that the form started from; empty to overwrite any version. */
  version: string;
  /** Requires a recent identity confirmation, and returns the viewer to continue with. */
  confirm(): Promise<Viewer>;
}

export interface Intent<F extends Fields, O> {
  run: (submission: Submission<F>) => Promise<O>;
  /** The title when the operation fails. */
  failure: string | ((error: unknown) => string);
  /** The message for an unexpected error, where trying again is not the best advice. */
  fallback?: string;
}

/** @template O the result of an operation */
export interface FormDefinition<F extends Fields, O> {
  /** Reads the fields. A refused form gets these values back, which never include files or passwords. */
  fields?: (form: PostedForm) => F;
  /**
   * By `intent`. The key '' serves a page with one operation. Without that key, an unknown intent gets a 400.
   */
  intents: Record<string, Intent<F, O>>;
  /** Where to redirect after success. */
  next: string | ((visit: SignedInVisit) => string);
  /** The result to return instead of refusing the form with this error; null to refuse it. */
  recover?: (error: unknown, submission: Submission<F>) => O | null;
  /** Rewords an error for this page. */
  explain?: (error: unknown) => unknown;
  /**
   * Also returns the form when the session has ended or the database is unavailable. Every loader of the page
   * then needs a fallback (see `adminLoader`).
   */
  keepsInput?: boolean;
}

export type FormAction<A> = (args: ActionFunctionArgs) => Promise<ReturnType<typeof data<RefusedForm | A>>>;

/** @param finish answers an accepted form: throws a redirect, or returns data for the page */
export function formAction<F extends Fields, O, A>(
  {
    fields,
    intents,
    next,
    recover = () => null,
    explain = (error) => error,
    keepsInput = false,
  }: FormDefinition<F, O>,
  fallbackMessage: string,
  finish: (ctx: AppContext, outcome: O, next: string) => A,
) {
  const fieldsOf = fields ?? (() => ({}) as F);
  const intentOf = (form: PostedForm): Intent<F, O> => {
    const name = form.text('intent');
    const intent = intents[Object.hasOwn(intents, name) ? name : ''];
    if (!intent) throw new Response(null, { status: 400 });
    return intent;
  };

  function refuse(ctx: AppContext, error: unknown, form: PostedForm, typed: F) {
    const { failure, fallback = fallbackMessage } = intentOf(form);
    return refuseForm(ctx, explain(error), {
      intent: form.text('intent'),
      title: typeof failure === 'string' ? failure : failure(error),
      typed: { ...rowOf(form, error), ...toTyped(typed) },
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
      confirm: () => confirmVisit(visit, form),
    };
    const accept = (outcome: O) => finish(visit.ctx, outcome, typeof next === 'string' ? next : next(visit));
    try {
      return accept(await intentOf(form).run(submission));
    } catch (error) {
      const recovered = recover(error, submission);
      if (recovered !== null) return accept(recovered);
      return refuse(visit.ctx, error, form, submission.fields);
    }
  }

  const returnInput = async ({ ctx, request }: Pick<SignedInVisit, 'ctx' | 'request'>, error: unknown) => {
    const form = await readForm(request);
    return refuse(ctx, error, form, fieldsOf(form));
  };
  return { act, returnInput: keepsInput ? returnInput : undefined };
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
