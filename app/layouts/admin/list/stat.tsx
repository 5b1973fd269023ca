// A labeled figure for `dashboard__stats`.

interface StatProps {
  label: string;
  /** A number, or a formatted text. */
  value: number | string;
  note?: string | undefined;
}

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="dashboard__stat">
      <dt className="dashboard__stat-label">{label}</dt>
      <dd className="dashboard__stat-value">
        {typeof value === 'number' ? value.toLocaleString('en-US') : value}
      </dd>
      {note && <dd className="meta">{note}</dd>}
    </div>
  );
}
