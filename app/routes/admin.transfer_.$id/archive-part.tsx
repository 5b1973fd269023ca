// What is in an archive, and bringing it back.
import { Form } from '@remix-run/react';
import { formatBytes } from '~/features/media/media-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { Figures } from './figures';
import type { FileView } from './file-view.server';

/** To be typed; the server asks for it. */
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

export function ArchivePart({ view, refused }: { view: FileView; refused: RefusedForm | null }) {
  const { manifest, isEmpty, isReady, job } = view;
  if (!manifest) return null;
  const { counts, files, fileBytes, name, siteUrl, madeAt } = manifest;
  const figures = LABELS.map(([key, label]) => ({
    label,
    value: (counts[key] ?? 0).toLocaleString('en-US'),
  }));
  const pictures = {
    label: 'Pictures',
    value: files.toLocaleString('en-US'),
    more: files ? formatBytes(fileBytes) : '',
  };
  return (
    <>
      <section className="panel" aria-labelledby="archive-contents">
        <h2 className="panel__title" id="archive-contents">
          What is in it
        </h2>
        <p className="panel__text">
          {name} ({siteUrl}) as it was on {madeAt}.
        </p>
        <Figures figures={[...figures, pictures]} />
      </section>
      {isReady && job?.status !== 'running' && <Restore isEmpty={isEmpty} refused={refused} />}
    </>
  );
}

function Restore({ isEmpty, refused }: { isEmpty: boolean; refused: RefusedForm | null }) {
  const typed = refused?.typed.confirmation;
  return (
    <section className="panel" aria-labelledby="archive-restore">
      <h2 className="panel__title" id="archive-restore">
        Restore
      </h2>
      {isEmpty ? (
        <p className="panel__text">The magazine is empty: there is room for all that is in the archive.</p>
      ) : (
        <p className="panel__text">
          The magazine is not empty. Restoring deletes every article, page, picture, category, tag, redirect,
          ad and lead that is in it now, with texts that are being typed, and puts what is in the archive in
          their place. Readers see it come back bit by bit. Accounts, keys and the audit log stay. Make an
          archive of what is here first: there is no way back without one.
        </p>
      )}
      <Form className="form transfer__act" method="post" preventScrollReset>
        <FormRefusal refused={refused?.intent === 'restore' ? refused : null} />
        <input type="hidden" name="intent" value="restore" />
        {!isEmpty && (
          <FormField
            label={`Type “${REPLACE_WORD}” to go on`}
            name="confirmation"
            autoComplete="off"
            spellCheck={false}
            required
            defaultValue={typeof typed === 'string' ? typed : ''}
            error={refused?.issues.confirmation}
          />
        )}
        <div>
          <SubmitButton
            intent="restore"
            pending="Starting…"
            className={isEmpty ? 'button' : 'button button--danger'}
          >
            {isEmpty ? 'Restore the Archive' : 'Replace Everything'}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
