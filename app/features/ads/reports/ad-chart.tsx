// Bar chart of an ad's impressions by day, with viewable impressions in front, and clicks below on their own
// scale. Uses SVG attributes only, because the content security policy blocks inline styles.
import { formatDay } from '~/lib/time/dates';
import { type AdBar, type AdDay, addUp, clickRate, toBars } from './ad-report';

const WIDTH = 600;
const TALL = { height: 180, top: 8 };
const LOW = { height: 48, top: 4 };
const MAX_BARS = 92;

const count = (number: number) => number.toLocaleString('en-US');

export function AdPlot({ days }: { days: readonly AdDay[] }) {
  const bars = toBars(days, MAX_BARS);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  // Only if the chart spans more than one year.
  const withYear = first.slice(0, 4) !== last.slice(0, 4);
  const name = (bar: AdBar) =>
    bar.first === bar.last
      ? formatDay(bar.first, withYear)
      : `${formatDay(bar.first, withYear)} to ${formatDay(bar.last, withYear)}`;
  const labelOf = (bar: AdBar) =>
    `${name(bar)}: ${count(bar.impressions)} impressions, ${count(bar.viewable)} viewable, ${count(bar.clicks)} clicks (${clickRate(bar)})`;
  const total = addUp(days);
  const mostShown = Math.max(1, ...bars.map(({ impressions, viewable }) => Math.max(impressions, viewable)));
  const mostClicks = Math.max(1, ...bars.map(({ clicks }) => clicks));
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key ad-plot__key--shown">Impressions</span>
        <span className="ad-plot__key ad-plot__key--seen">Viewable</span>
        <span className="ad-plot__key ad-plot__key--clicks">Clicks</span>
        <span className="ad-plot__most">Highest bar {count(mostShown)}</span>
      </figcaption>
      <Drawing
        className="ad-plot__tall"
        {...TALL}
        label={`${count(total.impressions)} impressions from ${formatDay(first, true)} to ${formatDay(last, true)}, ${count(total.viewable)} of them viewable`}
        bars={bars}
        series={[
          { name: 'shown', of: ({ impressions }) => impressions / mostShown },
          { name: 'seen', of: ({ viewable }) => viewable / mostShown },
        ]}
        labelOf={labelOf}
      />
      <Drawing
        className="ad-plot__low"
        {...LOW}
        label={`${count(total.clicks)} clicks`}
        bars={bars}
        series={[{ name: 'clicks', of: ({ clicks }) => clicks / mostClicks }]}
        labelOf={labelOf}
      />
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{formatDay(first, withYear)}</span>
        <span>{formatDay(last, withYear)}</span>
      </p>
    </figure>
  );
}

interface DrawingProps {
  className: string;
  height: number;
  top: number;
  label: string;
  bars: readonly AdBar[];
  /** Later series are drawn in front; `of` returns a share of the drawing's height (0 to 1). */
  series: readonly { name: string; of: (bar: AdBar) => number }[];
  labelOf: (bar: AdBar) => string;
}

function Drawing({ className, height, top, label, bars, series, labelOf }: DrawingProps) {
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
