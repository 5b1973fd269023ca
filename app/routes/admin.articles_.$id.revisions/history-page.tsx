// The history beside what one of its versions changed.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ArticleHistory } from '~/features/articles/article-comparison';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Moment } from '../admin/moment';
import { PageHead } from '../admin/page-head';
import { DiffText } from '../admin.articles_.$id.edit/diff-text';

const CAUSES: Record<string, string> = {
  editor: 'Saved',
  inline: 'Saved in the content dashboard',
  webhook: 'Came through the webhook',
  restore: 'Restored',
  schedule: 'Published by the clock',
  import: 'Imported',
  repair: 'Repaired',
  'undo-repair': 'Repair undone',
  image: 'Given another image',
  found: 'As it was before',
};

interface HistoryPageProps {
  history: ArticleHistory;
  refused: RefusedForm | null;
}

export function HistoryPage({ history, refused }: HistoryPageProps) {
  const { id, revisions, chosen, version } = history;
  const isUnderWay = useNavigation().formMethod === 'POST';
  if (!chosen) {
    return (
      <>
        <PageHead title="History" text={history.title}>
          <BackToEditor id={id} />
        </PageHead>
        <EmptyState title="No versions yet" text="Every save from now on is kept here." />
      </>
    );
  }
  return (
    <>
      <PageHead title="History" text={history.title}>
        <BackToEditor id={id} />
      </PageHead>
      <div className="history">
        <nav aria-label="Versions">
          <ol className="history__list">
            {revisions.map((line) => (
              <li key={line.version}>
                <Link
                  className="history__line"
                  to={`?version=${line.version}`}
                  aria-current={line.version === chosen.version ? 'true' : undefined}
                  preventScrollReset
                >
                  <span className="history__cause">{CAUSES[line.cause] ?? line.cause}</span>
                  <span className="history__who">
                    {line.actor ?? 'The magazine'}, <Moment at={line.at} />
                  </span>
                  {line.version === version && <span className="status status--published">Now</span>}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <section className="history__chosen panel" aria-labelledby="history-chosen">
          <header className="history__head">
            <h2 className="headline headline--4" id="history-chosen">
              Version {chosen.version}
            </h2>
            {chosen.version !== version && (
              <Form method="post">
                <FormRefusal refused={refused} />
                <input type="hidden" name="revision" value={chosen.version} />
                <input type="hidden" name="version" value={version} />
                <button className="button" type="submit" disabled={isUnderWay}>
                  Restore this version
                </button>
              </Form>
            )}
          </header>
          <p className="field__hint">
            {chosen.before === null
              ? 'The first version that was kept.'
              : `Compared with version ${chosen.before}. A restore leaves status, address and dates as they are.`}
          </p>
          {chosen.before !== null && chosen.differences.length === 0 && <p>Nothing differs.</p>}
          {chosen.differences.map(({ field, label, from, to, parts }) => (
            <div className="history__part" key={field}>
              <h3 className="field__label">{label}</h3>
              {parts ? (
                <DiffText parts={parts} side="both" whole={to} />
              ) : (
                <p className="diff">
                  <del>{from}</del> <ins>{to}</ins>
                </p>
              )}
            </div>
          ))}
        </section>
      </div>
    </>
  );
}

function BackToEditor({ id }: { id: string }) {
  return (
    <Link className="button button--quiet" to={`/admin/articles/${id}/edit`}>
      Back to the editor
    </Link>
  );
}
