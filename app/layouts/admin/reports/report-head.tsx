// The top of the reports of an ad and of a call to action: the title, the export and the time range.
import { Link } from '@remix-run/react';
import { REPORT_RANGES } from '~/features/ads/reports/ad-report';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { PageHead } from '../list/page-head';
import { useListAddress } from '../list/use-list-address';

interface ReportHeadProps {
  /** The list with all ads or all calls to action. */
  list: { label: string; to: string };
  id: string;
  title: string;
  text: string;
  /** The name of the chosen range. */
  range: string;
}

export function ReportHead({ list, id, title, text, range }: ReportHeadProps) {
  const here = useListAddress();
  return (
    <>
      <Breadcrumbs items={[list, { label: 'Report' }]} />
      <PageHead title={title} text={text}>
        <a className="button" href={`${list.to}/${id}/report/export?range=${range}`}>
          Export CSV
        </a>
      </PageHead>
      <nav className="chips" aria-label="Time range">
        {REPORT_RANGES.map(({ name, label }) => (
          <Link
            className="chip"
            key={name}
            to={here({ range: name })}
            aria-current={name === range ? 'true' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
