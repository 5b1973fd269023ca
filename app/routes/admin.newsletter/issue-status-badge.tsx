// An issue's status, coloured like an article's that means the same to an editor.
import type { IssueStatus } from '~/features/newsletter/issues/issue';

const LOOKS: Record<IssueStatus, { label: string; colour: string }> = {
  draft: { label: 'Draft', colour: 'draft' },
  sending: { label: 'Sending', colour: 'sending' },
  sent: { label: 'Sent', colour: 'published' },
};

export function IssueStatusBadge({ status, isHeld }: { status: IssueStatus; isHeld: boolean }) {
  const { label, colour } = LOOKS[status];
  return (
    <span className={`status status--${colour}`}>{status === 'draft' && isHeld ? 'Held back' : label}</span>
  );
}
