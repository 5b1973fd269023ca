// Creating, editing and deleting a redirect. Each dialog is a form that also works without JavaScript.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { EditedRow, intentOf } from '../admin/edited-row';
import { typedText } from '../admin/typed-text';
import { readable } from './readable-path';

export interface ShownRedirect {
  id: string;
  fromPath: string;
  toPath: string;
  hits: number;
  lastUsedAt: string | null;
  stamp: string;
}

interface DialogProps {
  /** Null for a new one, and for one that is gone. */
  redirect: ShownRedirect | null;
  refused: RefusedForm | null;
  closeTo: string;
}

interface EditRedirectProps extends DialogProps {
  kind: 'new' | 'edit';
  /** Filled in for a new one. */
  from: string;
}

const GONE = 'There is no such redirect any more. Somebody deleted it.';

export function EditRedirect({ kind, redirect, from, refused, closeTo }: EditRedirectProps) {
  const title = kind === 'new' ? 'New Redirect' : 'Edit Redirect';
  if (kind === 'edit' && !redirect && !refused)
    return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={redirect} refused={refused} />
        <FormField
          label="From"
          name="fromPath"
          required
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
          placeholder="/old-page"
          defaultValue={typedText(refused, 'fromPath') ?? redirect?.fromPath ?? from}
          hint="A path of this site that leads nowhere now."
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
          hint="A path of this site, or a whole address elsewhere."
          error={refused?.issues.toPath}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intentOf(kind)} pending="Saving...">
            Save Redirect
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function DeleteRedirect({ redirect, refused, closeTo }: DialogProps) {
  if (!redirect && !refused)
    return <GoneDialog title={deleteTitle('redirect')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="redirect" id={redirect?.id} refused={refused} closeTo={closeTo}>
      {redirect && <WhatGoes redirect={redirect} />}
    </DeleteDialog>
  );
}

function WhatGoes({ redirect: { fromPath, hits } }: { redirect: ShownRedirect }) {
  return (
    <p className="dialog__note">
      <strong className="address">{readable(fromPath)}</strong> will lead nowhere.{' '}
      {hits === 0 && 'Nobody has used it yet.'}
      {hits > 0 && `It was used ${hits === 1 ? 'once' : `${hits.toLocaleString('en-US')} times`}.`}
    </p>
  );
}
