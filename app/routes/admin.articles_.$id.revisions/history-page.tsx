// The article history: a list of versions beside the changes of the selected one.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ArticleHistory } from '~/features/articles/editor/article-comparison';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DiffText } from '~/layouts/admin/article-editor/diff-text';
import { PageHead } from '~/layouts/admin/list/page-head';
import { RelativeTime } from '~/layouts/admin/list/relative-time';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';

const CAUSES: Record<string, string> = {
  editor: 'Saved',
  inline: 'Saved in the content dashboard',
  webhook: 'Saved by webhook',
  restore: 'Restored',
  schedule: 'Published on schedule',
  import: 'Imported',
  repair: 'Repaired',
  'undo-repair': 'Repair undone',
  image: 'Image changed',
  found: 'Before history was recorded',
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
        <EmptyState title="No versions yet" text="Every save will appear here." />
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
                    {line.actor ?? 'System'}, <RelativeTime at={line.at} />
                  </span>
                  {line.version === version && <span className="status status--published">Current</span>}
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
                  Restore This Version
                </button>
              </Form>
            )}
          </header>
          <p className="field__hint">
            {chosen.before === null
              ? 'The first recorded version.'
              : `Compared with version ${chosen.before}. Restoring keeps the current status, URL and dates.`}
          </p>
          {chosen.before !== null && chosen.differences.length === 0 && <p>No differences.</p>}
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
      Back to Editor
    </Link>
  );
}
