// Shows an archive's contents and restores it.
import { Form, Link } from '@remix-run/react';
import { formatBytes } from '~/features/media/media-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { Figures } from './figures';
import type { FileView } from './file-view.server';

/** The confirmation text, which the server also checks. */
const REPLACE_WORD = 'replace everything';

const LABELS: [string, string][] = [
  ['articles', 'Articles'],
  ['revisions', 'Revisions'],
  ['pages', 'Pages'],
  ['categories', 'Categories'],
  ['tags', 'Tags'],
  ['authors', 'Authors'],
  ['redirects', 'Redirects'],
  ['ads', 'Ads'],
  ['ctas', 'CTAs'],
  ['leads', 'Leads'],
];

interface ArchivePartProps {
  view: FileView;
  ways: Ways | null;
  refused: RefusedForm | null;
}

export function ArchivePart({ view, ways, refused }: ArchivePartProps) {
  const { manifest, isEmpty, isReady, job } = view;
  if (!manifest) return null;
  const { counts, files, fileBytes, name, siteUrl, madeAt } = manifest;
  const figures = LABELS.map(([key, label]) => ({
    label,
    value: (counts[key] ?? 0).toLocaleString('en-US'),
  }));
  const images = {
    label: 'Images',
    value: files.toLocaleString('en-US'),
    more: files ? formatBytes(fileBytes) : '',
  };
  return (
    <>
      <section className="panel" aria-labelledby="archive-contents">
        <h2 className="panel__title" id="archive-contents">
          Contents
        </h2>
        <p className="panel__text">
          {name} ({siteUrl}) on {madeAt}.
        </p>
        <Figures figures={[...figures, images]} />
      </section>
      {job?.kind === 'restore' && job.status === 'done' && (
        <p className="panel__text">
          Restoring turned off automatic sending of the newsletter, so that no issue goes out twice. You can
          turn it on again in the{' '}
          <Link className="link" to="/admin/newsletter/settings">
            newsletter settings
          </Link>
          .
        </p>
      )}
      {isReady && job?.status !== 'running' && (
        <Restore isEmpty={isEmpty} id={view.id} ways={ways} refused={refused} />
      )}
    </>
  );
}

interface RestoreProps extends Omit<ArchivePartProps, 'view'> {
  /** The file's id. */
  id: string;
  isEmpty: boolean;
}

function Restore({ id, isEmpty, ways, refused }: RestoreProps) {
  const typed = refused?.typed.confirmation;
  return (
    <section className="panel" aria-labelledby="archive-restore">
      <h2 className="panel__title" id="archive-restore">
        Restore
      </h2>
      {isEmpty ? (
        <p className="panel__text">This magazine is empty. Restoring adds everything in the archive.</p>
      ) : (
        <p className="panel__text">
          This magazine is not empty. Restoring deletes all current articles, pages, images, categories, tags,
          redirects, ads and leads, including unsaved drafts, and replaces them with the contents of the
          archive. The site fills up gradually during the restore. Accounts, keys and the audit log are kept,
          and security settings stay at least as strict as they are now. Create an archive first: without one,
          this can’t be undone.
        </p>
      )}
      <Form className="form transfer__act" method="post" preventScrollReset>
        <FormRefusal refused={refused?.intent === 'restore' ? refused : null} />
        <input type="hidden" name="intent" value="restore" />
        {!isEmpty && (
          <FormField
            label={`Type “${REPLACE_WORD}” to confirm`}
            name="confirmation"
            autoComplete="off"
            spellCheck={false}
            required
            defaultValue={typeof typed === 'string' ? typed : ''}
            error={refused?.issues.confirmation}
          />
        )}
        <ConfirmFields
          ways={ways}
          issues={(refused?.intent === 'restore' && refused.issues) || {}}
          here={`/admin/transfer/${id}`}
        />
        <div>
          <SubmitButton
            intent="restore"
            pending="Starting..."
            className={isEmpty ? 'button' : 'button button--danger'}
          >
            {isEmpty ? 'Restore Archive' : 'Replace Everything'}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
