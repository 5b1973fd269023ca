// The ways between machines and the magazine. Each is an address.
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
