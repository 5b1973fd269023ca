// The import of another product's export: its contents, the import form and the report.
import { Form } from '@remix-run/react';
import { MAX_TITLES } from '~/features/transfer/import/tally';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { Figures } from './figures';
import type { FileView } from './file-view.server';
import { ImportForm } from './import-form';
import { ImportReportPart } from './import-report';

type Survey = NonNullable<FileView['survey']>;

export function ImportPart({ view, refused }: { view: FileView; refused: RefusedForm | null }) {
  const { survey, existing, proposed, report, job, isReady } = view;
  const isRunning = job?.status === 'running';
  return (
    <>
      {report && <ImportReportPart fileId={view.id} report={report} />}
      {survey && <Contents survey={survey} />}
      {isReady && !isRunning && !survey && <AnalyzeAgain refused={refused} />}
      {isReady && !isRunning && survey && existing && proposed && (
        <ImportForm
          survey={survey}
          existing={existing}
          proposed={proposed}
          refused={refused}
          isAgain={report !== null}
        />
      )}
    </>
  );
}

function AnalyzeAgain({ refused }: { refused: RefusedForm | null }) {
  return (
    <section className="panel" aria-labelledby="look">
      <h2 className="panel__title" id="look">
        Contents
      </h2>
      <p className="panel__text">This file was not analyzed completely.</p>
      <Form method="post" className="transfer__act">
        <FormRefusal refused={refused?.intent === 'look' ? refused : null} />
        <input type="hidden" name="intent" value="look" />
        <SubmitButton intent="look" pending="Starting...">
          Analyze Again
        </SubmitButton>
      </Form>
    </section>
  );
}

const STATUS_TEXTS: Record<string, string> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'waiting for review',
  private: 'private or password-protected',
  trash: 'in the trash',
};

function Contents({ survey }: { survey: Survey }) {
  const { articles, pages, terms, authors, images, byStatus, dropped, notes, takenSlugs, already } = survey;
  const of = (kind: string) => terms.filter((term) => term.kind === kind).length;
  const number = (value: number) => value.toLocaleString('en-US');
  const statuses = Object.entries(byStatus).map(
    ([name, count]) => `${number(count)} ${STATUS_TEXTS[name] ?? name}`,
  );
  return (
    <section className="panel" aria-labelledby="found">
      <h2 className="panel__title" id="found">
        Contents
      </h2>
      <p className="panel__text">
        {survey.siteName || 'Untitled site'}
        {survey.siteUrl && ` (${survey.siteUrl})`}. {statuses.length > 0 && `${statuses.join(', ')}.`}
      </p>
      <Figures
        figures={[
          { label: 'Articles', value: number(articles) },
          { label: 'Pages', value: number(pages) },
          { label: 'Categories', value: number(of('category')) },
          { label: 'Tags', value: number(of('tag')) },
          { label: 'Authors', value: number(authors.length) },
          { label: 'Images', value: number(images) },
        ]}
      />
      <ul className="transfer__list">
        {already > 0 && <li>{number(already)} already imported. These are not changed.</li>}
        {takenSlugs > 0 && (
          <li>{number(takenSlugs)} use a URL that is already taken, so a number is added.</li>
        )}
        <li>
          Drafts, private posts and scheduled posts are imported as drafts. Deleted posts go to the Trash.
        </li>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <>
          <h3 className="transfer__subtitle">Not imported</h3>
          <ul className="transfer__list">
            {dropped.map(({ what, count, why, titles = [] }) => (
              <li key={what}>
                <strong>
                  {what}: {number(count)}.
                </strong>{' '}
                {why}{' '}
                {titles.length > 0 && `(${titles.join(', ')}${titles.length === MAX_TITLES ? ', …' : ''})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
