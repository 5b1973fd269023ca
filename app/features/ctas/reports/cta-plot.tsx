// Bar charts of the views of a call to action by day, and of its clicks below on their own scale.
import { formatDay } from '~/lib/time/dates';
import { type DayBar, toBars } from '~/lib/time/day-series';
import { BarDrawing, ClicksDrawing, daysOf, MAX_BARS, TALL_DRAWING } from '~/ui/bar-drawing';
import { addUpCta, type CtaDay, type CtaFigures, ctaClickRate } from './cta-report';

const count = (number: number) => number.toLocaleString('en-US');

export function CtaPlot({ days }: { days: readonly CtaDay[] }) {
  const bars = toBars<CtaFigures>(days, MAX_BARS, addUpCta);
  const total = addUpCta(days);
  const labelOf = (bar: DayBar<CtaFigures>) =>
    `${daysOf(bar, days)}: ${count(bar.views)} views, ${count(bar.clicks)} clicks (${ctaClickRate(bar)}), ${count(bar.signUps)} sign-ups`;
  const mostViews = Math.max(1, ...bars.map(({ views }) => views));
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key">Views</span>
        <span className="ad-plot__key ad-plot__key--clicks">Clicks</span>
        <span className="ad-plot__most">Highest bar {count(mostViews)}</span>
      </figcaption>
      <BarDrawing
        className="ad-plot__tall"
        {...TALL_DRAWING}
        label={`${count(total.views)} views from ${formatDay(days[0]?.day ?? '1970-01-01')} to ${formatDay(days.at(-1)?.day ?? '1970-01-01')}`}
        bars={bars}
        series={[{ name: 'views', of: ({ views }) => views / mostViews }]}
        labelOf={labelOf}
      />
      <ClicksDrawing days={days} bars={bars} labelOf={labelOf} />
    </figure>
  );
}
