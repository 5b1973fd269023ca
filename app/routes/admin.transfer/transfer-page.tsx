// Export, import, and the list of archives and uploaded files.
import { Form, Link } from '@remix-run/react';
import { FILE_RETENTION_DAYS, FORMAT_NAMES } from '~/features/transfer/files/transfer-file';
import { UploadFile } from '~/features/transfer/ui/upload-file';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import type { ShownFile } from '~/layouts/admin/transfer/file-state';
import { ACTIONS, DataTable, numberColumn, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';

export type FileRow = ShownFile & { canDownload: boolean };

export interface TransferView {
  files: FileRow[];
  dialog: { file: FileRow | null } | null;
  /** Ways to confirm the viewer's identity; null if they confirmed recently. */
  ways: Ways | null;
}

export function TransferPage({ view, refused }: { view: TransferView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { files, dialog, ways } = view;
  const of = (intent: string) => (refused?.intent === intent ? refused : null);
  return (
    <>
      <PageHead title="Import & Export" text="Export the whole magazine, or import another one." />
      <div className="transfer">
        <section className="panel" aria-labelledby="transfer-out">
          <h2 className="panel__title" id="transfer-out">
            Export everything
          </h2>
          <p className="panel__text">
            Creates one ZIP file with all articles and their history, pages, images, categories, tags,
            settings, redirects, ads and leads. You can restore it to another installation of this product.
          </p>
          <p className="panel__text">
            Accounts, passwords and keys are not included. Leads are, so store the file securely.
          </p>
          <Form method="post" className="form transfer__act">
            <FormRefusal refused={of('export')} />
            <input type="hidden" name="intent" value="export" />
            <ConfirmFields ways={ways} issues={of('export')?.issues ?? {}} here="/admin/transfer" />
            <div>
              <SubmitButton intent="export" pending="Starting...">
                Create Archive
              </SubmitButton>
            </div>
          </Form>
        </section>
        <section className="panel" aria-labelledby="transfer-in">
          <h2 className="panel__title" id="transfer-in">
            Import a file
          </h2>
          <p className="panel__text">
            Upload a WordPress export (<code>.xml</code>), a Ghost export (<code>.json</code>) or an archive
            created here (<code>.zip</code>). You can review its contents before anything is imported.
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
          text={`Archives you create and files you upload are kept here for ${FILE_RETENTION_DAYS} days.`}
        />
      )}
      {files.length > 0 && <Files files={files} here={here} mustConfirm={ways !== null} />}
      {dialog && <DeleteFile file={dialog.file} refused={of('delete')} closeTo={here({})} />}
    </>
  );
}

interface FilesProps {
  files: readonly FileRow[];
  here: ListAddress;
  /** Before an archive is downloaded. */
  mustConfirm: boolean;
}

function Files({ files, here, mustConfirm }: FilesProps) {
  return (
    <>
      <DataTable
        caption="Files, newest first"
        className="transfer-files"
        columns={['File', 'Status', numberColumn('Size'), 'Date', ACTIONS]}
      >
        {files.map(({ id, name, format, origin, size, who, when, state, canDownload }) => (
          <TableRow key={id}>
            <td className="transfer-files__name">
              <Link className="transfer-files__link" to={`/admin/transfer/${id}`} prefetch="intent">
                {name}
              </Link>
              <span className="transfer-files__facts">
                {FORMAT_NAMES[format]}, {origin === 'made' ? 'created' : 'uploaded'} by{' '}
                {who ?? 'a deleted account'}
              </span>
            </td>
            <td>
              <span className={`status transfer-state--${state.tone}`}>{state.text}</span>
            </td>
            <td>{size ?? 'Unknown'}</td>
            <td className="table__moment">{when}</td>
            <td>
              <div className="row-actions">
                {canDownload && format === 'archive' && mustConfirm && (
                  <RowLink to={`/admin/transfer/${id}?download`} about={name}>
                    Download
                  </RowLink>
                )}
                {canDownload && !(format === 'archive' && mustConfirm) && (
                  <a className="row-action" href={`/admin/transfer/${id}/download`} download>
                    Download<span className="sr-only"> {name}</span>
                  </a>
                )}
                <RowLink to={here({ delete: id })} about={name} danger preventScrollReset>
                  Delete
                </RowLink>
              </div>
            </td>
          </TableRow>
        ))}
      </DataTable>
      <p className="transfer__note">
        Files are deleted after {FILE_RETENTION_DAYS} days. Imported content is kept.
      </p>
    </>
  );
}

interface DeleteFileProps {
  file: FileRow | null;
  refused: RefusedForm | null;
  closeTo: string;
}

function DeleteFile({ file, refused, closeTo }: DeleteFileProps) {
  return (
    <ModalDialog title="Delete File" closeTo={closeTo}>
      {!file && <p>This file no longer exists.</p>}
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
              ? 'The magazine itself is not changed. You can create a new archive at any time.'
              : 'Imported content is kept. To import more from this file, upload it again.'}
          </p>
          <DialogFoot closeTo={closeTo}>
            <SubmitButton intent="delete" pending="Deleting..." className="button button--danger">
              Delete File
            </SubmitButton>
          </DialogFoot>
        </Form>
      )}
    </ModalDialog>
  );
}
