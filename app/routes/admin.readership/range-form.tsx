// Chips for the usual ranges, a form for other days, and chips for what articles are ranked by.
import { Form, Link } from '@remix-run/react';
import type { ReadingPeriod } from '~/features/readership/reports/readership-report';
import {
  MAX_RANGE_DAYS,
  READERSHIP_PATH,
  READING_RANGES,
  type ReadingQuery,
  readingAddress,
  type TypedDays,
} from '~/features/readership/reports/reading-range';
import { FormField } from '~/ui/form-field';

interface RangeFormProps {
  query: ReadingQuery;
  period: ReadingPeriod;
  typed: TypedDays;
  error: string | null;
}

export function RangeForm({ query, period, typed, error }: RangeFormProps) {
  const { range, by } = query;
  const isTyped = Boolean(error) || range.name === 'custom';
  const shown = isTyped ? typed : { from: period.first, to: period.last };
  const chip = (label: string, to: string, isCurrent: boolean) => (
    <Link
      className="chip"
      key={label}
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
    >
      {label}
    </Link>
  );
  return (
    <div className="reading-range">
      <nav className="chips" aria-label="Time range">
        {READING_RANGES.map(({ label, ...each }) =>
          chip(label, readingAddress({ range: each, by }), !error && each.name === range.name),
        )}
      </nav>
      <Form
        className="reading-range__form"
        method="get"
        action={READERSHIP_PATH}
        preventScrollReset
        key={`${shown.from} ${shown.to}`}
      >
        <FormField
          label="From"
          name="from"
          // Invalid input is shown as it was typed, which a date field cannot do.
          type={error ? 'text' : 'date'}
          required
          defaultValue={shown.from}
          error={error ?? undefined}
        />
        <FormField label="To" name="to" type={error ? 'text' : 'date'} required defaultValue={shown.to} />
        {by !== 'engaged' && <input type="hidden" name="by" value={by} />}
        <button className="button button--quiet" type="submit">
          Show Days
        </button>
        {error && (
          <p className="field__hint">
            A range has at most {MAX_RANGE_DAYS} days. The figures below are those of the last 28 days.
          </p>
        )}
      </Form>
      <nav className="chips" aria-label="Ranked by">
        {chip('Engaged minutes', readingAddress({ range, by: 'engaged' }), by === 'engaged')}
        {chip('Views', readingAddress({ range, by: 'views' }), by === 'views')}
      </nav>
    </div>
  );
}
