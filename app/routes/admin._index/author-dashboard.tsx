// An author's first page: their own articles, and the way to a new one.
import type { AuthorView } from '~/features/dashboard/dashboard-view';
import { Stat } from '../admin/stat';
import { Articles } from './dashboard';
import { QuickActions, type Way } from './quick-actions';

const WAYS: readonly Way[] = [
  { label: 'New Article', text: 'Start writing', to: '/admin/articles/new', icon: 'articles' },
  { label: 'Your articles', text: 'Drafts and what is out', to: '/admin/articles', icon: 'articles' },
  { label: 'Pictures', text: 'Upload, or use what is there', to: '/admin/media', icon: 'media' },
];

export function AuthorDashboard({ view: { totals, latest } }: { view: AuthorView }) {
  return (
    <div className="dashboard">
      <h1 className="headline headline--2">Dashboard</h1>
      <dl className="dashboard__stats">
        <Stat label="Your drafts" value={totals.drafts} />
        <Stat label="Published" value={totals.published} />
      </dl>
      <QuickActions ways={WAYS} />
      <Articles
        id="latest"
        title="Your latest articles"
        articles={latest}
        empty="Nothing yet: your first article is a press away."
      />
    </div>
  );
}
