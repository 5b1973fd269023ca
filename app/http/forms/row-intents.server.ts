// The operations of an admin list: create, save and delete a row, with their messages.
import type { Viewer } from '~/features/accounts/account';
import { capitalize } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import type { AdminNotice } from './admin-notice.server';
import type { Fields, Intent, Submission } from './form-action.server';

interface RowOperations<F extends Fields> {
  create(ctx: AppContext, actor: Viewer, input: F): Promise<unknown>;
  save(ctx: AppContext, actor: Viewer, id: string, input: F, version: string): Promise<unknown>;
  delete(ctx: AppContext, actor: Viewer, id: string): Promise<unknown>;
}

type RowIntent<F extends Fields> = Intent<F, Pick<AdminNotice, 'title'> & { to?: string }>;

/**
 * @param noun the noun for a row, such as "redirect", as written in the middle of a sentence
 * @param to the page after an accepted form, if it depends on the fields
 */
export function rowIntents<F extends Fields>(
  noun: string,
  operations: RowOperations<F>,
  to?: (fields: F) => string,
): Record<'create' | 'save' | 'delete', RowIntent<F>> {
  const intent = (
    failure: string,
    done: string,
    act: (submission: Submission<F>) => Promise<unknown>,
  ): RowIntent<F> => ({
    failure,
    async run(submission) {
      await act(submission);
      return { title: `${capitalize(noun)} ${done} successfully`, ...(to && { to: to(submission.fields) }) };
    },
  });
  const { create, save, delete: remove } = operations;
  return {
    create: intent(`Failed to save ${noun}`, 'created', ({ ctx, viewer, fields }) =>
      create(ctx, viewer, fields),
    ),
    save: intent(`Failed to save ${noun}`, 'updated', ({ ctx, viewer, id, fields, version }) =>
      save(ctx, viewer, id, fields, version),
    ),
    delete: intent(`Failed to delete ${noun}`, 'deleted', ({ ctx, viewer, id }) => remove(ctx, viewer, id)),
  };
}
