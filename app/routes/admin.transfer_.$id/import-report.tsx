// The result of an import: figures, and notes on individual articles.
import { Link } from '@remix-run/react';
import type { ImportReport } from '~/features/transfer/import/import-report';
import { Figures } from './figures';

export function ImportReportPart({ report }: { report: ImportReport }) {
  const { articles, pages, already, refused, images, redirects, told, untold } = report;
  const number = (value: number) => value.toLocaleString('en-US');
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
      {told.length > 0 && (
        <>
          <h3 className="transfer__subtitle">Review these</h3>
          <ul className="transfer__told">
            {told.map(({ kind, id, title, notes }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
              <li key={i}>
                {id ? (
                  <Link
                    className="link"
                    to={`/admin/${kind === 'article' ? 'articles' : 'pages'}/${id}/edit`}
                  >
                    {title}
                  </Link>
                ) : (
                  <strong>{title}</strong>
                )}
                <ul className="transfer__notes">
                  {notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {untold > 0 && <p className="transfer__note">And {number(untold)} more.</p>}
        </>
      )}
      {told.length === 0 && <p className="panel__text">Everything was imported without changes.</p>}
    </section>
  );
}
