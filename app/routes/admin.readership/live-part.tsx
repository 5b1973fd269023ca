// Readers of the last 30 minutes, by minute and by article.
import { Link } from '@remix-run/react';
import { LIVE_MINUTES, type LiveReaders } from '~/features/readership/reports/live-readers';
import { untitledArticle } from '~/features/readership/reports/readership-report';
import { useMay } from '~/layouts/admin/shell/use-may';
import { countOf } from '~/lib/text';
import { DataTable, numberColumn } from '~/ui/data-table';
import { useLiveReaders } from './use-live-readers';

const WIDTH = 300;
const HEIGHT = 60;
const STEP = WIDTH / LIVE_MINUTES;

/** @param here the URL of this page, for a refresh without scripts */
export function LivePart({ initial, here }: { initial: LiveReaders; here: string }) {
  const { live, isLive, canPause, isPaused, setPaused } = useLiveReaders(initial);
  const { minutes, readers, articles } = live;
  const most = Math.max(1, ...minutes.map((minute) => minute.readers));
  return (
    <section className="dashboard__card" aria-labelledby="live">
      <div className="reading-live__head">
        <h2 className="dashboard__label" id="live">
          Last {LIVE_MINUTES} minutes
        </h2>
        <div className="reading-live__state">
          {isLive ? (
            <span className="status status--published">live</span>
          ) : (
            <Link className="reading-report__export" to={here} preventScrollReset>
              Refresh
            </Link>
          )}
          {canPause && (
            <button className="button button--text" type="button" onClick={() => setPaused(!isPaused)}>
              {isPaused ? 'Resume Updates' : 'Pause Updates'}
            </button>
          )}
        </div>
      </div>
      <p className="leads-plot__caption">
        <strong className="leads-plot__total">{readers.toLocaleString('en-US')}</strong>{' '}
        {readers === 1 ? 'reader' : 'readers'}
      </p>
      <svg
        className="reading-live__drawing"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Readers by minute, at most ${most}. The same figures are in the table below.`}
      >
        {minutes.map((minute, index) => {
          const tall = minute.readers === 0 ? 0 : Math.max(2, (minute.readers / most) * (HEIGHT - 2));
          return (
            <g key={minute.time}>
              <title>{`${minute.time}: ${countOf(minute.readers, 'reader')}`}</title>
              <rect className="ad-plot__ground" x={index * STEP} width={STEP} height={HEIGHT} />
              <rect
                className="ad-plot__bar"
                x={index * STEP + 1}
                y={HEIGHT - 1 - tall}
                width={STEP - 2}
                height={tall}
              />
            </g>
          );
        })}
        <path className="leads-plot__base" d={`M0 ${HEIGHT - 1}H${WIDTH}`} />
      </svg>
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{minutes[0]?.time}</span>
        <span>{minutes.at(-1)?.time}</span>
      </p>
      <details>
        <summary className="ad-report__title">By minute</summary>
        <DataTable className="reading-table" columns={['Minute', numberColumn('Readers')]}>
          {minutes.map((minute) => (
            <tr key={minute.time}>
              <td>{minute.time}</td>
              <td className="table__number" data-label="Readers">
                {minute.readers}
              </td>
            </tr>
          ))}
        </DataTable>
      </details>
      {articles.length > 0 && (
        <DataTable
          className="reading-table"
          caption="Readers by article"
          columns={['Article', numberColumn('Readers')]}
        >
          {articles.map(({ id, title, readers: count }) => (
            <tr key={id}>
              <td>
                <ArticleTitle id={id} title={title} />
              </td>
              <td className="table__number" data-label="Readers">
                {count}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

/** Links to the article's own readership page, if the viewer may open it. */
export function ArticleTitle({ id, title }: { id: string; title: string | null }) {
  const may = useMay();
  if (title === null) return <span className="table__none">{untitledArticle(may('all articles'))}</span>;
  if (!may('own articles')) return <span className="reading-report__name">{title}</span>;
  return (
    <Link className="reading-report__name" to={`/admin/articles/${id}/readership`}>
      {title}
    </Link>
  );
}
