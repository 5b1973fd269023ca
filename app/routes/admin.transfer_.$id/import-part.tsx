// What was found in another product's export, what is to become of it, and what became of it.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { Figures } from './figures';
import type { FileView } from './file-view.server';
import { ImportForm } from './import-form';
import { ImportReportPart } from './import-report';

type Survey = NonNullable<FileView['survey']>;

export function ImportPart({ view, refused }: { view: FileView; refused: RefusedForm | null }) {
  const { survey, standing, proposed, report, job, isReady } = view;
  const isAtWork = job?.status === 'running';
  return (
    <>
      {report && <ImportReportPart report={report} />}
      {survey && <Found survey={survey} />}
      {isReady && !isAtWork && !survey && <LookAgain refused={refused} />}
      {isReady && !isAtWork && survey && standing && proposed && (
        <ImportForm
          survey={survey}
          standing={standing}
          proposed={proposed}
          refused={refused}
          isAgain={report !== null}
        />
      )}
    </>
  );
}

function LookAgain({ refused }: { refused: RefusedForm | null }) {
  return (
    <section className="panel" aria-labelledby="look">
      <h2 className="panel__title" id="look">
        What is in it
      </h2>
      <p className="panel__text">The file has not been looked through to its end.</p>
      <Form method="post" className="transfer__act">
        <FormRefusal refused={refused?.intent === 'look' ? refused : null} />
        <input type="hidden" name="intent" value="look" />
        <SubmitButton intent="look" pending="Starting…">
          Look Through It Again
        </SubmitButton>
      </Form>
    </section>
  );
}

const STATUS_WORDS: Record<string, string> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'waiting for review',
  private: 'private or with a password',
  trash: 'in the trash',
};

function Found({ survey }: { survey: Survey }) {
  const { articles, pages, terms, authors, pictures, byStatus, dropped, notes, takenSlugs, already } = survey;
  const of = (kind: string) => terms.filter((term) => term.kind === kind).length;
  const number = (value: number) => value.toLocaleString('en-US');
  const statuses = Object.entries(byStatus).map(
    ([name, count]) => `${number(count)} ${STATUS_WORDS[name] ?? name}`,
  );
  return (
    <section className="panel" aria-labelledby="found">
      <h2 className="panel__title" id="found">
        What is in it
      </h2>
      <p className="panel__text">
        {survey.siteName || 'A site without a name'}
        {survey.siteUrl && ` (${survey.siteUrl})`}. {statuses.length > 0 && `${statuses.join(', ')}.`}
      </p>
      <Figures
        figures={[
          { label: 'Articles', value: number(articles) },
          { label: 'Pages', value: number(pages) },
          { label: 'Categories', value: number(of('category')) },
          { label: 'Tags', value: number(of('tag')) },
          { label: 'Authors', value: number(authors.length) },
          { label: 'Pictures', value: number(pictures) },
        ]}
      />
      <ul className="transfer__list">
        {already > 0 && <li>{number(already)} were brought in before. They stay as they are here.</li>}
        {takenSlugs > 0 && (
          <li>{number(takenSlugs)} have an address that is taken here: theirs gets a number.</li>
        )}
        <li>
          Drafts, private and scheduled posts come as drafts; what was in the trash comes into the Trash.
        </li>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <>
          <h3 className="transfer__subtitle">What will not be brought in</h3>
          <ul className="transfer__list">
            {dropped.map(({ what, count, why }) => (
              <li key={what}>
                <strong>
                  {what}: {number(count)}.
                </strong>{' '}
                {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
