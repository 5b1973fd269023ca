// Bar chart of searches by day, with those that found nothing in front.
import { sumFigures } from '~/lib/figures';
import { formatDay } from '~/lib/time/dates';
import { BarDrawing, DayLabels, daysOf, TALL_DRAWING } from '~/ui/bar-drawing';
import type { SearchDay } from './search-report';

const count = (number: number) => number.toLocaleString('en-US');

export function SearchPlot({ days }: { days: readonly SearchDay[] }) {
  const bars = days.map(({ day, ...figures }) => ({ ...figures, first: day, last: day }));
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const total = sumFigures(days, ['searches', 'empty']);
  const most = Math.max(1, ...days.map(({ searches }) => searches));
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key ad-plot__key--shown">Searches</span>
        <span className="ad-plot__key">Found nothing</span>
        <span className="ad-plot__most">Highest bar {count(most)}</span>
      </figcaption>
      <BarDrawing
        className="ad-plot__tall"
        {...TALL_DRAWING}
        label={`${count(total.searches)} searches from ${formatDay(first, true)} to ${formatDay(last, true)}, ${count(total.empty)} of them found nothing`}
        bars={bars}
        series={[
          { name: 'shown', of: ({ searches }) => searches / most },
          { name: 'empty', of: ({ empty }) => empty / most },
        ]}
        labelOf={(bar) =>
          `${daysOf(bar, days)}: ${count(bar.searches)} searches, ${count(bar.empty)} found nothing`
        }
      />
      <DayLabels days={days} />
    </figure>
  );
}
