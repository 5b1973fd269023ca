// What a call was answered: by colour, and by number for those who see none.

export function AnswerBadge({ status }: { status: number | null }) {
  if (status === null) return <span className="status status--draft">At work</span>;
  return (
    <span className={status < 400 ? 'status status--published' : 'status status--failed'}>{status}</span>
  );
}
