// The status badge of a newsletter issue, in the colors of the matching article status.
import type { IssueStatus } from '~/features/newsletter/issues/issue';

const LOOKS: Record<IssueStatus, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'draft' },
  sending: { label: 'Sending', color: 'sending' },
  sent: { label: 'Sent', color: 'published' },
};

export function IssueStatusBadge({ status, isHeld }: { status: IssueStatus; isHeld: boolean }) {
  const { label, color } = LOOKS[status];
  return (
    <span className={`status status--${color}`}>{status === 'draft' && isHeld ? 'On hold' : label}</span>
  );
}
