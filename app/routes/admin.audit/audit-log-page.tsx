// The audit log, newest first, with old and new values.
import { Form, Link, useSubmit } from '@remix-run/react';
import type { ShownChange } from '~/features/audit-log/audit-text';
import { ALL_EVENTS, type AuditPage, PERIODS, type ShownEntry } from '~/features/audit-log/audit-view';
import { PageHead } from '~/layouts/admin/list/page-head';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { EmptyState } from '~/ui/empty-state';
import { FormField, SelectField } from '~/ui/form-field';
import { OlderPages } from '~/ui/older-pages';

interface AuditLogPageProps {
  page: AuditPage;
  filter: { q: string; event: string; person: string; period: string };
  isFiltered: boolean;
}

const HERE = '/admin/audit';

export function AuditLogPage({ page, filter, isFiltered }: AuditLogPageProps) {
  const here = useListAddress();
  const { entries, newer, older } = page;
  return (
    <>
      <PageHead title="Audit Log" text="Who changed what, and when." />
      <Filters page={page} filter={filter} key={JSON.stringify(filter)} />
      {entries.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No entries found' : 'No entries yet'}
          text={isFiltered ? 'Try adjusting your filters.' : 'Changes made in Newsroom appear here.'}
        >
          {isFiltered && (
            <Link className="button button--quiet" to={HERE}>
              Clear Filters
            </Link>
          )}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ol className="audit-log">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} here={here} />
          ))}
        </ol>
      )}
      <OlderPages
        newest={newer ? here({ after: null, before: null }) : null}
        newer={newer ? here({ after: newer, before: null }) : null}
        older={older ? here({ before: older, after: null }) : null}
      />
    </>
  );
}

function Filters({ page, filter }: Pick<AuditLogPageProps, 'page' | 'filter'>) {
  const submit = useSubmit();
  return (
    <Form
      className="filters"
      method="get"
      role="search"
      onChange={(event) => {
        // Selects apply immediately; the search field applies on submit.
        if (event.target instanceof HTMLSelectElement)
          submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <FormField
        label="Search"
        name="q"
        type="search"
        autoComplete="off"
        placeholder="Title or email address"
        defaultValue={filter.q}
      />
      <SelectField label="Event" name="event" defaultValue={filter.event}>
        <option value="">Notable events</option>
        <option value={ALL_EVENTS}>All events</option>
        {page.events.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Person" name="person" defaultValue={filter.person}>
        <option value="">Everyone</option>
        {page.people.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Period" name="period" defaultValue={filter.period}>
        {PERIODS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <button className="button button--quiet" type="submit">
        Filter
      </button>
    </Form>
  );
}

function Entry({ entry, here }: { entry: ShownEntry; here: ListAddress }) {
  const { who, actorId, what, when, at, address, changes } = entry;
  return (
    <li className="audit-log__entry">
      <p className="audit-log__what">
        {actorId ? (
          <Link className="audit-log__who" to={here({ person: actorId, before: null, after: null })}>
            {who}
          </Link>
        ) : (
          <span className="audit-log__who">{who}</span>
        )}{' '}
        {what}
      </p>
      <p className="audit-log__when">
        <time dateTime={at}>{when}</time>
        {address && <span className="audit-log__address">{address}</span>}
      </p>
      {changes.length > 0 && (
        <dl className="audit-log__changes">
          {changes.map((change) => (
            <Change key={change.label} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ change: { label, from, to } }: { change: ShownChange }) {
  return (
    <div className="audit-log__change">
      <dt>{label}</dt>
      <dd>
        {from !== null && (
          <>
            <del>{from}</del>
            <span className="audit-log__arrow"> changed to </span>
          </>
        )}
        <ins>{to}</ins>
      </dd>
    </div>
  );
}
