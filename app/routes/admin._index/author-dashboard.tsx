// An author's first page: their own articles, and the way to a new one.
import { Link } from '@remix-run/react';
import type { AuthorView } from '~/features/dashboard/dashboard-view';
import { AdminIcon } from '../admin/admin-icon';
import { Stat } from '../admin/stat';
import { Articles } from './dashboard';

const WAYS = [
  { label: 'New Article', text: 'Start writing', to: '/admin/articles/new', icon: 'articles' },
  { label: 'Your articles', text: 'Drafts and what is out', to: '/admin/articles', icon: 'articles' },
  { label: 'Pictures', text: 'Upload, or use what is there', to: '/admin/media', icon: 'media' },
] as const;

export function AuthorDashboard({ view: { totals, latest } }: { view: AuthorView }) {
  return (
    <div className="dashboard">
      <h1 className="headline headline--2">Dashboard</h1>
      <dl className="dashboard__stats">
        <Stat label="Your drafts" value={totals.drafts} />
        <Stat label="Published" value={totals.published} />
      </dl>
      <section className="dashboard__actions" aria-labelledby="quick-actions">
        <h2 className="dashboard__label" id="quick-actions">
          Quick Actions
        </h2>
        <ul className="dashboard__ways">
          {WAYS.map(({ label, text, to, icon }) => (
            <li key={to}>
              <Link className="dashboard__way" to={to}>
                <AdminIcon name={icon} />
                <span>
                  <span className="dashboard__way-label">{label}</span>
                  <span className="dashboard__way-text">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Articles
        id="latest"
        title="Your latest articles"
        articles={latest}
        empty="Nothing yet: your first article is a press away."
      />
    </div>
  );
}
