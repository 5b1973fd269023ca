// Dialogs to create, edit and delete a redirect. They work without JavaScript.
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { FormField } from '~/ui/form-field';
import { readable } from './unknown-paths';

export interface ShownRedirect {
  id: string;
  fromPath: string;
  toPath: string;
  hits: number;
  lastUsedAt: string | null;
  version: string;
}

interface DialogProps {
  /** Null for a new redirect and for one that does not exist. */
  redirect: ShownRedirect | null;
  refused: RefusedForm | null;
  closeTo: string;
}

interface EditRedirectProps extends DialogProps {
  kind: 'new' | 'edit';
  /** Prefilled path of a new redirect. */
  from: string;
}

const GONE = 'This redirect no longer exists. Someone may have deleted it.';

export function EditRedirect({ redirect, from, ...dialog }: EditRedirectProps) {
  const { kind, refused } = dialog;
  const title = kind === 'new' ? 'New Redirect' : 'Edit Redirect';
  return (
    <EditDialog {...dialog} row={redirect} title={title} gone={GONE} save="Save Redirect">
      <FormField
        label="From"
        name="fromPath"
        required
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        placeholder="/old-page"
        defaultValue={typedText(refused, 'fromPath') ?? redirect?.fromPath ?? from}
        hint="A path on this site that has no page, or a search such as /search?q=opening+hours."
        error={refused?.issues.fromPath}
      />
      <FormField
        label="To"
        name="toPath"
        required
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        placeholder="/new-page"
        data-focus={from === '' ? undefined : true}
        defaultValue={typedText(refused, 'toPath') ?? redirect?.toPath}
        hint="A path on this site or a full URL."
        error={refused?.issues.toPath}
      />
    </EditDialog>
  );
}

export function DeleteRedirect({ redirect, refused, closeTo }: DialogProps) {
  return (
    <DeleteDialog noun="redirect" id={redirect?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      {redirect && <DeletionNote redirect={redirect} />}
    </DeleteDialog>
  );
}

function DeletionNote({ redirect: { fromPath, hits } }: { redirect: ShownRedirect }) {
  return (
    <p className="dialog__note">
      <strong className="address">{readable(fromPath)}</strong>{' '}
      {fromPath.startsWith('/search?') ? 'will show its results again.' : 'will return “Page not found”.'}{' '}
      {hits === 0 && 'It has never been used.'}
      {hits > 0 && `It was used ${hits === 1 ? 'once' : `${hits.toLocaleString('en-US')} times`}.`}
    </p>
  );
}
