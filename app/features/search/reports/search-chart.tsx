// Bar chart of searches by day, with those that found nothing in front. Uses SVG attributes only, because the content security
// policy blocks inline styles.
import { formatDay } from '~/lib/time/dates';
import type { SearchDay } from './search-report';

const WIDTH = 600;
const HEIGHT = 180;
const TOP = 8;
const BASE = HEIGHT - 1;

const count = (number: number) => number.toLocaleString('en-US');
const round = (number: number) => Number(number.toFixed(2));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function SearchPlot({ days }: { days: readonly SearchDay[] }) {
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const withYear = first.slice(0, 4) !== last.slice(0, 4);
  const most = Math.max(1, ...days.map(({ searches }) => searches));
  const step = WIDTH / days.length;
  const gap = Math.min(4, step / 4);
  // At least 2 pixels, so that small values stay visible.
  const tall = (value: number) => (value === 0 ? 0 : Math.max(2, ((BASE - TOP) * value) / most));
  const total = count(sum(days.map(({ searches }) => searches)));
  const empty = count(sum(days.map((day) => day.empty)));
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key ad-plot__key--shown">Searches</span>
        <span className="ad-plot__key">Found nothing</span>
        <span className="ad-plot__most">Highest bar {count(most)}</span>
      </figcaption>
      <svg
        className="ad-plot__tall"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${total} searches from ${formatDay(first, true)} to ${formatDay(last, true)}, ${empty} of them found nothing`}
      >
        <path className="leads-plot__grid" d={`M0 ${TOP}H${WIDTH}`} />
        {days.map((day, index) => (
          <g key={day.day}>
            <title>{`${formatDay(day.day, withYear)}: ${count(day.searches)} searches, ${count(day.empty)} found nothing`}</title>
            <rect className="ad-plot__ground" x={round(index * step)} width={round(step)} height={BASE} />
            {[tall(day.searches), tall(day.empty)].map((height, place) => (
              <rect
                key={place === 0 ? 'searches' : 'empty'}
                className={place === 0 ? 'ad-plot__bar ad-plot__bar--shown' : 'ad-plot__bar'}
                x={round(index * step + gap / 2)}
                y={round(BASE - height)}
                width={round(step - gap)}
                height={round(height)}
              />
            ))}
          </g>
        ))}
        <path className="leads-plot__base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{formatDay(first, withYear)}</span>
        <span>{formatDay(last, withYear)}</span>
      </p>
    </figure>
  );
}
