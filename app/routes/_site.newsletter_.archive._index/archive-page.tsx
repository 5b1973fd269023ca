// Lists past newsletter issues, grouped by year.
import { Link } from '@remix-run/react';
import { ARCHIVE_PATH } from '~/features/newsletter/emails/reader-link';
import type { ArchiveEntry } from '~/features/newsletter/issues/archive.server';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { EmptyState } from '~/ui/empty-state';

export function ArchivePage({ issues }: { issues: ArchiveEntry[] }) {
  const years = [...new Set(issues.map(({ day }) => day.slice(0, 4)))];
  return (
    <div className="list-page container">
      <Breadcrumbs
        items={[
          { label: 'Home', to: '/' },
          { label: 'Newsletter', to: '/newsletter' },
          { label: 'Past issues' },
        ]}
      />
      <header className="list-page__head">
        <h1 className="headline headline--display">Past issues</h1>
      </header>
      {issues.length === 0 && (
        <EmptyState title="No issues yet" text="Subscribe to get the first one.">
          <Link className="button" to="/newsletter">
            Subscribe
          </Link>
        </EmptyState>
      )}
      {years.map((year) => (
        <section className="past-issues" key={year} aria-labelledby={`past-issues-${year}`}>
          <h2 className="section-head__label" id={`past-issues-${year}`}>
            {year}
          </h2>
          <ol className="past-issues__list">
            {issues
              .filter(({ day }) => day.startsWith(year))
              .map(({ day, date, subject, titles }) => (
                <li className="past-issues__item" key={day}>
                  <time className="meta" dateTime={day}>
                    {date}
                  </time>
                  <h3 className="headline headline--4">
                    <Link to={`${ARCHIVE_PATH}/${day}`}>{subject}</Link>
                  </h3>
                  {titles.length > 1 && <p className="meta">{titles.slice(1, 4).join('\u00a0· ')}</p>}
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
