// Lines of the audit log, newest first, with what changed from what to what.
import { Form, Link, useSubmit } from '@remix-run/react';
import { ALL_EVENTS, type AuditPage, PERIODS, type ShownEntry } from '~/features/audit/audit-view';
import type { ShownChange } from '~/features/audit/audit-words';
import { EmptyState } from '~/ui/empty-state';
import { FormField, SelectField } from '~/ui/form-field';
import { OlderPages } from '~/ui/older-pages';
import { PageHead } from '../admin/page-head';
import { type Here, useHere } from '../admin/use-here';

interface AuditLogPageProps {
  page: AuditPage;
  filter: { q: string; event: string; person: string; period: string };
  isFiltered: boolean;
}

const HERE = '/admin/audit';

export function AuditLogPage({ page, filter, isFiltered }: AuditLogPageProps) {
  const here = useHere();
  const { entries, newer, older } = page;
  return (
    <>
      <PageHead title="Audit Log" text="Who changed what, and when." />
      <Filters page={page} filter={filter} key={JSON.stringify(filter)} />
      {entries.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nothing found' : 'Nothing has happened yet'}
          text={
            isFiltered
              ? 'No line of the log is like that.'
              : 'What people do in the newsroom is written down here.'
          }
        >
          {isFiltered && (
            <Link className="button button--quiet" to={HERE}>
              Show everything
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
        // A choice is made at once; words are sent when they are done.
        if (event.target instanceof HTMLSelectElement)
          submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <FormField
        label="Search"
        name="q"
        type="search"
        autoComplete="off"
        placeholder="A title, an address"
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
        <option value="">Everybody</option>
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

function Entry({ entry, here }: { entry: ShownEntry; here: Here }) {
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
            <span className="audit-log__arrow"> became </span>
          </>
        )}
        <ins>{to}</ins>
      </dd>
    </div>
  );
}
