// The dashboard of people who write no articles: ads and calls to action, or leads and the newsletter.
import type { Capability } from '~/features/accounts/capabilities';
import type { MarketingView } from '~/features/dashboard/dashboard-view';
import { Stat } from '~/layouts/admin/list/stat';
import { useMay } from '~/layouts/admin/shell/use-may';
import { Leads } from './dashboard';
import { type QuickAction, QuickActions } from './quick-actions';

const ACTIONS: readonly (QuickAction & { needs: Capability })[] = [
  { label: 'New Ad', text: 'Fill a placement', to: '/admin/ads?new', icon: 'ads', needs: 'ads' },
  { label: 'Ads', text: 'Schedules and reports', to: '/admin/ads', icon: 'ads', needs: 'ads' },
  { label: 'Leads', text: 'Search, import and export', to: '/admin/leads', icon: 'leads', needs: 'leads' },
  {
    label: 'Newsletter',
    text: 'Prepare the next issue',
    to: '/admin/newsletter',
    icon: 'newsletter',
    needs: 'newsletter',
  },
  { label: 'New CTA', text: 'Turn readers into clients', to: '/admin/ctas?new', icon: 'ctas', needs: 'ctas' },
];

export function MarketingDashboard({ view }: { view: MarketingView }) {
  const { ads, activeCtas, subscribers, leads } = view;
  const may = useMay();
  return (
    <div className="dashboard">
      <h1 className="headline headline--2">Dashboard</h1>
      {view.yesterday && <p className="dashboard__yesterday">{view.yesterday}</p>}
      <dl className="dashboard__stats">
        {ads && (
          <>
            <Stat label="Active ads" value={ads.active} />
            <Stat label="Impressions" value={ads.impressions} note="Last 30 days" />
            <Stat label="Clicks" value={ads.clicks} note="Last 30 days" />
          </>
        )}
        {subscribers !== null && <Stat label="Confirmed subscribers" value={subscribers} />}
        {activeCtas !== null && <Stat label="Active CTAs" value={activeCtas} />}
      </dl>
      <QuickActions actions={ACTIONS.filter(({ needs }) => may(needs))} />
      {leads && <Leads days={leads} />}
    </div>
  );
}
