// Bars by day as SVG. Uses SVG attributes only, because the content security policy blocks inline styles.
import { formatDay } from '~/lib/time/dates';

const WIDTH = 600;
export const TALL_DRAWING = { height: 180, top: 8 };
const LOW_DRAWING = { height: 48, top: 4 };
export const MAX_BARS = 92;

type Days = readonly { day: string }[];

/** Only if the chart spans more than one year. */
const needsYear = (days: Days) => days[0]?.day.slice(0, 4) !== days.at(-1)?.day.slice(0, 4);

/** The days of a bar: `Nov 21`, `Nov 21 to Nov 24`. */
export function daysOf({ first, last }: { first: string; last: string }, days: Days): string {
  const withYear = needsYear(days);
  return first === last
    ? formatDay(first, withYear)
    : `${formatDay(first, withYear)} to ${formatDay(last, withYear)}`;
}

/** The first and the last day below a chart. */
export function DayLabels({ days }: { days: Days }) {
  const withYear = needsYear(days);
  return (
    <p className="leads-plot__days meta" aria-hidden="true">
      <span>{formatDay(days[0]?.day ?? '1970-01-01', withYear)}</span>
      <span>{formatDay(days.at(-1)?.day ?? '1970-01-01', withYear)}</span>
    </p>
  );
}

interface BarDrawingProps<Bar> {
  className: string;
  height: number;
  top: number;
  label: string;
  bars: readonly Bar[];
  /** Later series are drawn in front; `of` returns a share of the drawing's height (0 to 1). */
  series: readonly { name: string; of: (bar: Bar) => number }[];
  labelOf: (bar: Bar) => string;
}

export function BarDrawing<Bar extends { first: string }>({
  className,
  height,
  top,
  label,
  bars,
  series,
  labelOf,
}: BarDrawingProps<Bar>) {
  const base = height - 1;
  const step = WIDTH / bars.length;
  const gap = Math.min(4, step / 4);
  const round = (number: number) => Number(number.toFixed(2));
  return (
    <svg
      className={className}
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
    >
      <path className="leads-plot__grid" d={`M0 ${top}H${WIDTH}`} />
      {bars.map((bar, index) => (
        <g key={bar.first}>
          <title>{labelOf(bar)}</title>
          <rect className="ad-plot__ground" x={round(index * step)} width={round(step)} height={base} />
          {series.map(({ name, of }) => {
            const share = of(bar);
            // At least 2 pixels, so that small values stay visible.
            const tall = share === 0 ? 0 : Math.max(2, (base - top) * share);
            return (
              <rect
                key={name}
                className={`ad-plot__bar ad-plot__bar--${name}`}
                x={round(index * step + gap / 2)}
                y={round(base - tall)}
                width={round(step - gap)}
                height={round(tall)}
              />
            );
          })}
        </g>
      ))}
      <path className="leads-plot__base" d={`M0 ${base}H${WIDTH}`} />
    </svg>
  );
}

interface ClicksDrawingProps<Bar> {
  days: Days;
  bars: readonly Bar[];
  labelOf: (bar: Bar) => string;
}

/** The clicks below a chart on their own scale, and the days below both. */
export function ClicksDrawing<Bar extends { first: string; clicks: number }>({
  days,
  bars,
  labelOf,
}: ClicksDrawingProps<Bar>) {
  const most = Math.max(1, ...bars.map(({ clicks }) => clicks));
  const total = bars.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <>
      <BarDrawing
        className="ad-plot__low"
        {...LOW_DRAWING}
        label={`${total.toLocaleString('en-US')} clicks`}
        bars={bars}
        series={[{ name: 'clicks', of: ({ clicks }) => clicks / most }]}
        labelOf={labelOf}
      />
      <DayLabels days={days} />
    </>
  );
}
