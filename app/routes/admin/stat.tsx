// A figure and what it counts, for a list of them (`dashboard__stats`).

interface StatProps {
  label: string;
  /** A number, or what is made of numbers. */
  value: number | string;
  note?: string;
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
