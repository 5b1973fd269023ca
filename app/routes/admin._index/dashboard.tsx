// The admin dashboard: stats, quick actions, drafts and latest articles.
import { Link } from '@remix-run/react';
import type { Capability } from '~/features/accounts/capabilities';
import type { DashboardArticle, DashboardView, LeadDay } from '~/features/dashboard/dashboard-view';
import { LeadsPlot } from '~/features/dashboard/ui/leads-plot';
import { SectionsPlot } from '~/features/dashboard/ui/sections-plot';
import { Stat } from '~/layouts/admin/list/stat';
import { useMay } from '~/layouts/admin/shell/use-may';
import { type QuickAction, QuickActions } from './quick-actions';

const ACTIONS: readonly (QuickAction & { needs: Capability })[] = [
  {
    label: 'New Article',
    text: 'Start writing',
    to: '/admin/articles/new',
    icon: 'articles',
    needs: 'own articles',
  },
  {
    label: 'Manage Categories',
    text: 'Sections of the magazine',
    to: '/admin/categories',
    icon: 'categories',
    needs: 'categories',
  },
  { label: 'Manage Tags', text: 'Topics across sections', to: '/admin/tags', icon: 'tags', needs: 'tags' },
  {
    label: 'Repair Articles',
    text: 'Clean up imported text',
    to: '/admin/repair',
    icon: 'repair',
    needs: 'repair',
  },
];

export function Dashboard({ view }: { view: DashboardView }) {
  const { totals, leads } = view;
  const may = useMay();
  return (
    <div className="dashboard">
      <h1 className="headline headline--2">Dashboard</h1>
      {view.yesterday && <p className="dashboard__yesterday">{view.yesterday}</p>}
      <dl className="dashboard__stats">
        <Stat label="Total Articles" value={totals.articles} />
        <Stat label="Categories" value={totals.categories} />
        <Stat label="Tags" value={totals.tags} />
        <Stat label="Featured Articles" value={totals.popular} />
      </dl>
      <QuickActions actions={ACTIONS.filter(({ needs }) => may(needs))} />
      {leads && <Leads days={leads} />}
      <section className="dashboard__card" aria-labelledby="sections-plot">
        <h2 className="dashboard__label" id="sections-plot">
          Articles per category
        </h2>
        <SectionsPlot sections={view.sections} />
      </section>
      <Articles
        id="drafts"
        title={`Drafts (${totals.drafts.toLocaleString('en-US')})`}
        articles={view.drafts}
        empty="No drafts."
      />
      <Articles id="latest" title="Latest articles" articles={view.latest} empty="No articles yet." />
    </div>
  );
}

export function Leads({ days }: { days: readonly LeadDay[] }) {
  return (
    <section className="dashboard__card" aria-labelledby="leads-plot">
      <h2 className="dashboard__label" id="leads-plot">
        Leads in the last 30 days
      </h2>
      <LeadsPlot days={days} />
    </section>
  );
}

interface ArticlesProps {
  id: string;
  title: string;
  articles: readonly DashboardArticle[];
  empty: string;
}

export function Articles({ id, title, articles, empty }: ArticlesProps) {
  return (
    <section className="dashboard__card" aria-labelledby={id}>
      <h2 className="dashboard__label" id={id}>
        {title}
      </h2>
      {articles.length === 0 && <p className="dashboard__empty">{empty}</p>}
      <ul className="dashboard__list">
        {articles.map((article) => (
          <li key={article.id} className="dashboard__row">
            <div>
              <Link className="dashboard__article" to={`/admin/articles/${article.id}/edit`}>
                {article.title}
              </Link>
              <p className="meta">
                {article.author} · {article.date}
              </p>
            </div>
            <span className={`status status--${article.status}`}>{article.status}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
