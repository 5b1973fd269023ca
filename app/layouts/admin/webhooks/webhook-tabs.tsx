// The tabs of the webhook pages, and the badge of a call's answer.
import { Tabs } from '~/ui/tabs';

const TABS = [
  { name: 'incoming', label: 'Incoming', to: '/admin/webhooks' },
  { name: 'outgoing', label: 'Outgoing', to: '/admin/webhooks/outgoing' },
  { name: 'api', label: 'API', to: '/admin/api' },
] as const;

export function WebhookTabs({ current }: { current: (typeof TABS)[number]['name'] }) {
  return <Tabs label="Webhooks" tabs={TABS} current={current} />;
}

export function AnswerBadge({ status }: { status: number | null }) {
  if (status === null) return <span className="status status--draft">In progress</span>;
  return (
    <span className={status < 400 ? 'status status--published' : 'status status--failed'}>{status}</span>
  );
}
