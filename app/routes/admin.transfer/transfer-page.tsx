// Out at one side, in at the other, and below all files that came or went.
import { Form, Link } from '@remix-run/react';
import { FORMAT_NAMES, KEPT_DAYS, type TransferFormat } from '~/features/transfer/transfer-file';
import { UploadFile } from '~/features/transfer/ui/upload-file';
import type { RefusedForm } from '~/http/form-answer.server';
import { ACTIONS, DataTable, numberColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { type Here, useHere } from '../admin/use-here';
import type { FileState } from './file-state';

export interface ShownFile {
  id: string;
  name: string;
  format: TransferFormat;
  origin: 'made' | 'uploaded';
  /** Null while it is not whole. */
  size: string | null;
  who: string | null;
  when: string;
  state: FileState;
  canDownload: boolean;
}

export interface TransferView {
  files: ShownFile[];
  dialog: { file: ShownFile | null } | null;
}

export function TransferPage({ view, refused }: { view: TransferView; refused: RefusedForm | null }) {
  const here = useHere();
  const { files, dialog } = view;
  const of = (intent: string) => (refused?.intent === intent ? refused : null);
  return (
    <>
      <PageHead
        title="Import & Export"
        text="The magazine belongs to you: take all of it with you, or bring another one in."
      />
      <div className="transfer">
        <section className="panel" aria-labelledby="transfer-out">
          <h2 className="panel__title" id="transfer-out">
            Take everything out
          </h2>
          <p className="panel__text">
            One ZIP file with every article, its history, pages, pictures, categories, tags, settings,
            redirects, ads and leads. Another magazine of this kind can be filled from it, to the letter.
          </p>
          <p className="panel__text">Accounts, passwords and keys are not in it. Leads are: keep it safe.</p>
          <Form method="post" className="transfer__act">
            <FormRefusal refused={of('export')} />
            <input type="hidden" name="intent" value="export" />
            <SubmitButton intent="export" pending="Starting…">
              Create an Archive
            </SubmitButton>
          </Form>
        </section>
        <section className="panel" aria-labelledby="transfer-in">
          <h2 className="panel__title" id="transfer-in">
            Bring something in
          </h2>
          <p className="panel__text">
            An export of WordPress (<code>.xml</code>), an export of Ghost (<code>.json</code>), or an archive
            that this magazine made (<code>.zip</code>). Nothing changes before you have seen what is in it.
          </p>
          <UploadFile refused={of('upload')} />
        </section>
      </div>
      <h2 className="transfer__title" id="transfer-files">
        Files
      </h2>
      {files.length === 0 && (
        <EmptyState
          title="No files yet"
          text={`Archives that you make and files that you bring in stand here for ${KEPT_DAYS} days.`}
        />
      )}
      {files.length > 0 && <Files files={files} here={here} />}
      {dialog && <DeleteFile file={dialog.file} refused={of('delete')} closeTo={here({})} />}
    </>
  );
}

function Files({ files, here }: { files: readonly ShownFile[]; here: Here }) {
  return (
    <>
      <DataTable
        caption="Files, newest first"
        className="transfer-files"
        columns={['File', 'State', numberColumn('Size'), 'When', ACTIONS]}
      >
        {files.map(({ id, name, format, origin, size, who, when, state, canDownload }) => (
          <tr key={id}>
            <td className="transfer-files__name">
              <Link className="transfer-files__link" to={`/admin/transfer/${id}`} prefetch="intent">
                {name}
              </Link>
              <span className="transfer-files__facts">
                {FORMAT_NAMES[format]}, {origin === 'made' ? 'made' : 'uploaded'} by{' '}
                {who ?? 'somebody who is gone'}
              </span>
            </td>
            <td data-label="State">
              <span className={`status transfer-state--${state.tone}`}>{state.words}</span>
            </td>
            <td className="table__number" data-label="Size">
              {size ?? 'Not yet known'}
            </td>
            <td className="table__moment" data-label="When">
              {when}
            </td>
            <td>
              <div className="row-actions">
                {canDownload && (
                  <a className="row-action" href={`/admin/transfer/${id}/download`} download>
                    Download<span className="sr-only"> {name}</span>
                  </a>
                )}
                <RowLink to={here({ delete: id })} about={name} danger preventScrollReset>
                  Delete
                </RowLink>
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
      <p className="transfer__note">
        Files go by themselves after {KEPT_DAYS} days. What was imported from them stays.
      </p>
    </>
  );
}

interface DeleteFileProps {
  file: ShownFile | null;
  refused: RefusedForm | null;
  closeTo: string;
}

function DeleteFile({ file, refused, closeTo }: DeleteFileProps) {
  return (
    <ModalDialog title="Delete File" closeTo={closeTo}>
      {!file && <p>There is no such file any more.</p>}
      {file && (
        <Form className="form" method="post" preventScrollReset>
          <FormRefusal refused={refused} />
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={file.id} />
          <p>
            Are you sure you want to delete <strong>{file.name}</strong>?
          </p>
          <p className="dialog__note">
            {file.origin === 'made'
              ? 'The magazine keeps all that is in it; a new archive can be made at any time.'
              : 'What was brought in from it stays. To bring in more, it would have to be uploaded again.'}
          </p>
          <DialogFoot closeTo={closeTo}>
            <SubmitButton intent="delete" pending="Deleting…" className="button button--danger">
              Delete File
            </SubmitButton>
          </DialogFoot>
        </Form>
      )}
    </ModalDialog>
  );
}
