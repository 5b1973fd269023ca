// The related articles of an article. Every change is a button, so it works without JavaScript.
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { statusLabel } from '~/features/articles/list/article-list-view';
import type { RelatedCandidate, RelatedChange, RelatedView } from '~/features/articles/related/related';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ListSearch } from '~/layouts/admin/list/list-search';
import { PageHead } from '~/layouts/admin/list/page-head';
import { ACTIONS, DataTable, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { FormRefusal } from '~/ui/form-refusal';

interface RelatedPageProps {
  view: RelatedView;
  refused: RefusedForm | null;
}

const PIN: Way = { change: 'pin', label: 'Pin' };
const EXCLUDE: Way = { change: 'exclude', label: 'Exclude' };
const UP: Way = { change: 'up', label: 'Move Up' };

export function RelatedPage({ view, refused }: RelatedPageProps) {
  const { id, title, pinned, computed, excluded, found, search, isOutdated } = view;
  return (
    <>
      <PageHead title="Related Articles" text={title}>
        <Link className="button button--quiet" to={`/admin/articles/${id}/edit`}>
          Back to Editor
        </Link>
      </PageHead>
      <FormRefusal refused={refused} />
      <p className="page-head__text">
        Readers see three: pinned articles first, then the closest ones by content, at most two by one author.
        New articles fill empty places.
        {isOutdated && ' This list is being updated after a change.'}
      </p>
      <div className="related-parts">
        {pinned.length > 0 && (
          <Part title="Pinned" view={view} articles={pinned}>
            {(_, index) => [...(index > 0 ? [UP] : []), { change: 'reset', label: 'Unpin' }, EXCLUDE]}
          </Part>
        )}
        <Part
          title="By Content"
          view={view}
          articles={computed}
          empty="No similar articles yet. They appear after the article is published."
        >
          {() => [PIN, EXCLUDE]}
        </Part>
        {excluded.length > 0 && (
          <Part title="Excluded" view={view} articles={excluded}>
            {() => [{ change: 'reset', label: 'Allow' }]}
          </Part>
        )}
        <section className="related-parts__part">
          <h2 className="headline headline--4">Find Articles</h2>
          <ListSearch
            label="Search published articles"
            name="search"
            text={search}
            found={search === '' ? null : found.length}
            noun="article"
          />
          {found.length > 0 && (
            <Table caption="Found articles" view={view} articles={found}>
              {({ choice }) => (choice === 'pinned' ? [] : [PIN])}
            </Table>
          )}
        </section>
      </div>
    </>
  );
}

interface Way {
  change: RelatedChange;
  label: string;
}

interface TableProps {
  view: RelatedView;
  caption: string;
  articles: RelatedCandidate[];
  children(article: RelatedCandidate, index: number): Way[];
}

type PartProps = Omit<TableProps, 'caption'> & { title: string; empty?: string };

function Part({ title, empty, ...table }: PartProps): ReactNode {
  return (
    <section className="related-parts__part">
      <h2 className="headline headline--4">{title}</h2>
      {table.articles.length > 0 ? (
        <Table caption={title} {...table} />
      ) : (
        <p className="field__hint">{empty}</p>
      )}
    </section>
  );
}

function Title({ article: { id, slug, title, isPublic, mayEdit } }: { article: RelatedCandidate }) {
  if (mayEdit)
    return (
      <Link className="link" to={`/admin/articles/${id}/edit`}>
        {title}
      </Link>
    );
  if (!isPublic) return title;
  return (
    <a className="link" href={`/article/${slug}`}>
      {title}
    </a>
  );
}

function Table({ view, caption, articles, children }: TableProps) {
  return (
    <DataTable
      caption={caption}
      columns={[textColumn('Title'), textColumn('Author'), numberColumn('Score'), ACTIONS]}
    >
      {articles.map((article, index) => (
        <TableRow key={article.id}>
          <td>
            <Title article={article} />{' '}
            {view.shownIds.includes(article.id) && <span className="tag-badge">Shown</span>}
            {!article.isPublic && (
              <span className="tag-badge">
                {article.status === 'published' ? 'In Trash' : statusLabel(article.status)}
              </span>
            )}
          </td>
          <td>{article.author || '–'}</td>
          <td>{article.score === null ? '–' : article.score.toFixed(2)}</td>
          <td>
            <Form className="row-actions" method="post" preventScrollReset>
              <input type="hidden" name="id" value={article.id} />
              {children(article, index).map(({ change, label }) => (
                <button className="row-action" type="submit" name="intent" value={change} key={change}>
                  {label}
                  <span className="sr-only"> {article.title}</span>
                </button>
              ))}
            </Form>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}
