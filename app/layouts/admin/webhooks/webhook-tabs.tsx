// The tabs of the webhook pages. Each tab is a URL.
import { Link } from '@remix-run/react';

const TABS = [
  { name: 'incoming', label: 'Incoming', to: '/admin/webhooks' },
  { name: 'outgoing', label: 'Outgoing', to: '/admin/webhooks/outgoing' },
  { name: 'api', label: 'API', to: '/admin/api' },
] as const;

export function WebhookTabs({ current }: { current: (typeof TABS)[number]['name'] }) {
  return (
    <nav className="tabs" aria-label="Webhooks">
      {TABS.map(({ name, label, to }) => (
        <Link
          className="tabs__tab"
          key={name}
          to={to}
          aria-current={name === current ? 'page' : undefined}
          prefetch="intent"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function AnswerBadge({ status }: { status: number | null }) {
  if (status === null) return <span className="status status--draft">In progress</span>;
  return (
    <span className={status < 400 ? 'status status--published' : 'status status--failed'}>{status}</span>
  );
}
