// Bar chart of the articles per category. Uses SVG attributes only, because the content security policy
// blocks inline styles.
import { Link } from '@remix-run/react';
import type { SectionTotal } from '../dashboard-view';

const WIDTH = 100;
const HEIGHT = 8;

export function SectionsPlot({ sections }: { sections: readonly SectionTotal[] }) {
  const most = Math.max(1, ...sections.map(({ articles }) => articles));
  if (sections.length === 0) return <p className="dashboard__empty">No articles yet.</p>;
  return (
    <ul className="sections-plot">
      {sections.map(({ id, name, articles }) => (
        <li key={id ?? 'none'} className="sections-plot__row">
          <Link className="sections-plot__name" to={`/admin/articles?categoryId=${id ?? 'none'}`}>
            {name}
          </Link>
          <svg
            className="sections-plot__drawing"
            preserveAspectRatio="none"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            aria-hidden="true"
          >
            <rect
              className={id ? 'sections-plot__bar' : 'sections-plot__bar sections-plot__bar--none'}
              width={Number(((WIDTH * articles) / most).toFixed(1))}
              height={HEIGHT}
            />
          </svg>
          <span className="sections-plot__count">
            {articles.toLocaleString('en-US')}
            <span className="sr-only"> {articles === 1 ? 'article' : 'articles'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
