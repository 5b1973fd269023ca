// Charts of the readership report. They use SVG attributes only, because the content security policy blocks inline styles.
import { countOf } from '~/lib/text';
import {
  type HeatCell,
  hourName,
  measured,
  minutesOf,
  type ReadingStep,
  WEEKDAYS,
} from './readership-report';
import type { Measure } from './reading-range';

const WIDTH = 600;
const HEIGHT = 180;
const TOP = 8;
const BASE = HEIGHT - 1;

const round = (number: number) => Number(number.toFixed(2));

/** `1,200 views` or `35 engaged minutes`. */
export function measureText(figures: { views: number; engagedSeconds: number }, by: Measure): string {
  return by === 'views' ? countOf(figures.views, 'view') : countOf(minutesOf(figures), 'engaged minute');
}

/** Bars by day or hour, with the previous period as a line. */
export function ReadingPlot({ steps, by }: { steps: readonly ReadingStep[]; by: Measure }) {
  const most = Math.max(1, ...steps.flatMap((step) => [measured(step, by), measured(step.before, by)]));
  const step = WIDTH / Math.max(1, steps.length);
  const gap = Math.min(4, step / 4);
  // At least 2 pixels, so that small values stay visible.
  const tall = (value: number) => (value === 0 ? 0 : Math.max(2, ((BASE - TOP) * value) / most));
  const line = steps
    .map(({ before }, index) => `${round((index + 0.5) * step)} ${round(BASE - tall(measured(before, by)))}`)
    .join('L');
  const first = steps[0]?.label ?? '';
  const last = steps.at(-1)?.label ?? '';
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key ad-plot__key--shown">This period</span>
        <span className="ad-plot__key reading-plot__key">Previous period</span>
        <span className="ad-plot__most">
          Highest{' '}
          {measureText(
            by === 'views' ? { views: most, engagedSeconds: 0 } : { views: 0, engagedSeconds: most },
            by,
          )}
        </span>
      </figcaption>
      <svg
        className="ad-plot__tall"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${by === 'views' ? 'Views' : 'Engaged minutes'} from ${first} to ${last}, compared with those of the previous period. The same figures are in the table below.`}
      >
        <path className="leads-plot__grid" d={`M0 ${TOP}H${WIDTH}`} />
        {steps.map((each, index) => (
          <g key={each.label}>
            <title>{`${each.label}: ${measureText(each, by)}, before: ${measureText(each.before, by)}`}</title>
            <rect className="ad-plot__ground" x={round(index * step)} width={round(step)} height={BASE} />
            <rect
              className="ad-plot__bar ad-plot__bar--shown"
              x={round(index * step + gap / 2)}
              y={round(BASE - tall(measured(each, by)))}
              width={round(step - gap)}
              height={round(tall(measured(each, by)))}
            />
          </g>
        ))}
        <path className="reading-plot__before" d={`M${line}`} />
        <path className="leads-plot__base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  );
}

const HOURS = 24;
const CELL = 10;
/** A cell with few readers is still visible. */
const MIN_OPACITY = 0.12;

/** Darker cells have more readers. */
export function HeatMap({ cells, by }: { cells: readonly HeatCell[]; by: Measure }) {
  const most = Math.max(1, ...cells.map((cell) => measured(cell, by)));
  const busiest = cells.find((cell) => measured(cell, by) === most);
  const name = (cell: HeatCell) =>
    `${WEEKDAYS[cell.weekday - 1]}, ${hourName(cell.hour)}: ${measureText(cell, by)}`;
  return (
    <figure className="reading-heat">
      <div className="reading-heat__days meta" aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{day.slice(0, 3)}</span>
        ))}
      </div>
      <svg
        className="reading-heat__drawing"
        preserveAspectRatio="none"
        viewBox={`0 0 ${HOURS * CELL} ${WEEKDAYS.length * CELL}`}
        role="img"
        aria-label={`Heat map by weekday and hour. ${busiest ? `Busiest: ${name(busiest)}.` : ''} The same figures are in the table below.`}
      >
        <rect className="reading-heat__ground" width={HOURS * CELL} height={WEEKDAYS.length * CELL} />
        {cells
          .filter((cell) => measured(cell, by) > 0)
          .map((cell) => (
            <rect
              key={`${cell.weekday} ${cell.hour}`}
              className="reading-heat__cell"
              x={cell.hour * CELL + 0.5}
              y={(cell.weekday - 1) * CELL + 0.5}
              width={CELL - 1}
              height={CELL - 1}
              fillOpacity={round(MIN_OPACITY + ((1 - MIN_OPACITY) * measured(cell, by)) / most)}
            >
              <title>{name(cell)}</title>
            </rect>
          ))}
      </svg>
      <p className="reading-heat__hours meta" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{hourName(hour)}</span>
        ))}
      </p>
    </figure>
  );
}
