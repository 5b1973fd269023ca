// The result of an import: figures, and notes on individual articles.
import { Link } from '@remix-run/react';
import { type ImportReport, type PostReport, toShownNote } from '~/features/transfer/import/import-report';
import { Figures } from './figures';

/** Notes of a post, or on the whole import, that show without a click. */
const SHOWN_NOTES = 12;

const number = (value: number) => value.toLocaleString('en-US');

export function ImportReportPart({ fileId, report }: { fileId: string; report: ImportReport }) {
  const { articles, pages, already, refused, images, redirects, notes, told, untold, earlier } = report;
  return (
    <section className="panel" aria-labelledby="report">
      <h2 className="panel__title" id="report">
        Import report
      </h2>
      <Figures
        figures={[
          { label: 'Articles', value: number(articles) },
          { label: 'Pages', value: number(pages) },
          { label: 'Images', value: number(images) },
          { label: 'Redirects', value: number(redirects) },
          { label: 'Already imported', value: number(already) },
          { label: 'Failed', value: number(refused) },
        ]}
      />
      <Notes notes={notes.map(toShownNote)} />
      {told.length > 0 && (
        <>
          <h3 className="transfer__subtitle">Review these</h3>
          <Posts posts={told} />
          {untold > 0 && <p className="transfer__note">And {number(untold)} more.</p>}
        </>
      )}
      {earlier.length > 0 && (
        <>
          <h3 className="transfer__subtitle">Already imported and left unchanged</h3>
          <Posts posts={earlier} />
          {already > earlier.length && (
            <p className="transfer__note">And {number(already - earlier.length)} more.</p>
          )}
        </>
      )}
      {told.length === 0 && articles + pages > 0 && (
        <p className="panel__text">All posts were imported without changes.</p>
      )}
      <p className="transfer__act">
        <a className="button button--quiet" href={`/admin/transfer/${fileId}/report`} download>
          Download Full Report
        </a>
      </p>
    </section>
  );
}

function Posts({ posts }: { posts: readonly PostReport[] }) {
  return (
    <ul className="transfer__told">
      {posts.map(({ kind, id, title, notes }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
        <li key={i}>
          {id ? (
            <Link className="link" to={`/admin/${kind === 'article' ? 'articles' : 'pages'}/${id}/edit`}>
              {title}
            </Link>
          ) : (
            <strong>{title}</strong>
          )}
          <Notes notes={notes} />
        </li>
      ))}
    </ul>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <>
      <NoteList notes={notes.slice(0, SHOWN_NOTES)} />
      {notes.length > SHOWN_NOTES && (
        <details>
          <summary>And {number(notes.length - SHOWN_NOTES)} more</summary>
          <NoteList notes={notes.slice(SHOWN_NOTES)} />
        </details>
      )}
    </>
  );
}

function NoteList({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="transfer__notes">
      {notes.map((note, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cut notes may repeat, and the list never changes
        <li key={i}>{note}</li>
      ))}
    </ul>
  );
}
