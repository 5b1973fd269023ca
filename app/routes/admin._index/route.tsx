// The dashboard; authors get a smaller one with their own articles, and people who write none one without
// articles.

import { useLoaderData } from '@remix-run/react';
import { may } from '~/features/accounts/capabilities';
import { authorOnly } from '~/features/articles/own-articles';
import {
  getAuthorDashboard,
  getDashboard,
  getMarketingDashboard,
} from '~/features/dashboard/dashboard.server';
import type { AuthorView } from '~/features/dashboard/dashboard-view';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { Stat } from '~/layouts/admin/list/stat';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { Articles, Dashboard } from './dashboard';
import { MarketingDashboard } from './marketing-dashboard';
import { type QuickAction, QuickActions } from './quick-actions';

const AUTHOR_ACTIONS: readonly QuickAction[] = [
  { label: 'New Article', text: 'Start writing', to: '/admin/articles/new', icon: 'articles' },
  { label: 'Your Articles', text: 'Drafts and published', to: '/admin/articles', icon: 'articles' },
  { label: 'Images', text: 'Upload or reuse images', to: '/admin/media', icon: 'media' },
  { label: 'Author Profile', text: 'Your bio, photo and links', to: '/admin/authors/me', icon: 'authors' },
];

function AuthorDashboard({ view: { totals, latest } }: { view: AuthorView }) {
  return (
    <div className="dashboard">
      <h1 className="headline headline--2">Dashboard</h1>
      <dl className="dashboard__stats">
        <Stat label="Your drafts" value={totals.drafts} />
        <Stat label="Published" value={totals.published} />
      </dl>
      <QuickActions actions={AUTHOR_ACTIONS} />
      <Articles
        id="latest"
        title="Your latest articles"
        articles={latest}
        empty="No articles yet. Start writing your first one."
      />
    </div>
  );
}

export const meta = noIndexMeta('Dashboard');

export const loader = adminLoader('admin area', async ({ ctx, viewer }) => {
  if (!may(viewer, 'own articles')) {
    const sees = { ads: may(viewer, 'ads'), ctas: may(viewer, 'ctas'), leads: may(viewer, 'leads') };
    return { kind: 'marketing' as const, view: await getMarketingDashboard(ctx, sees) };
  }
  if (authorOnly(viewer))
    return { kind: 'author' as const, view: await getAuthorDashboard(ctx, viewer.userId) };
  return { kind: 'all' as const, view: await getDashboard(ctx, may(viewer, 'leads')) };
});
export const action = adminAction('admin area', () => new Response(null, { status: 405 }));

export default function DashboardRoute() {
  const { kind, view } = useLoaderData<typeof loader>();
  if (kind === 'marketing') return <MarketingDashboard view={view} />;
  return kind === 'author' ? <AuthorDashboard view={view} /> : <Dashboard view={view} />;
}

export function ErrorBoundary() {
  return <AdminError />;
}
