// A titled part of the readership report with the link that exports its table.
import type { ReactNode } from 'react';

interface ReportPartProps {
  id: string;
  title: string;
  note?: string | undefined;
  exportTo: string;
  /** A frame, for charts. */
  isCard?: boolean;
  children: ReactNode;
}

export function ReportPart({ id, title, note, exportTo, isCard, children }: ReportPartProps) {
  return (
    <section className={isCard ? 'dashboard__card' : 'ad-report__part'} aria-labelledby={`${id}-title`}>
      <div className="reading-report__head">
        <h2 className={isCard ? 'dashboard__label' : 'ad-report__title'} id={`${id}-title`}>
          {title}
        </h2>
        <a className="reading-report__export" href={exportTo}>
          Export CSV<span className="sr-only">: {title}</span>
        </a>
      </div>
      {note && <p className="meta">{note}</p>}
      {children}
    </section>
  );
}
