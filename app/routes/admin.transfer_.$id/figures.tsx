// A wrapping row of labeled figures.

interface Figure {
  label: string;
  value: string;
  /** Shown smaller, beside the value. */
  more?: string;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, more }) => (
        <div className="figures__one" key={label}>
          <dt className="figures__label">{label}</dt>
          <dd className="figures__value">
            {value}
            {more && <span className="figures__more"> {more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
