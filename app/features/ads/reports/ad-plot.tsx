// Bar chart of an ad's impressions by day, with viewable impressions in front, and clicks below on their own
// scale.
import { formatDay } from '~/lib/time/dates';
import { type DayBar, toBars } from '~/lib/time/day-series';
import { BarDrawing, ClicksDrawing, daysOf, MAX_BARS, TALL_DRAWING } from '~/ui/bar-drawing';
import { type AdDay, type AdFigures, addUp, clickRate } from './ad-report';

const count = (number: number) => number.toLocaleString('en-US');

export function AdPlot({ days }: { days: readonly AdDay[] }) {
  const bars = toBars<AdFigures>(days, MAX_BARS, addUp);
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const labelOf = (bar: DayBar<AdFigures>) =>
    `${daysOf(bar, days)}: ${count(bar.impressions)} impressions, ${count(bar.viewable)} viewable, ${count(bar.clicks)} clicks (${clickRate(bar)})`;
  const total = addUp(days);
  const mostShown = Math.max(1, ...bars.map(({ impressions, viewable }) => Math.max(impressions, viewable)));
  return (
    <figure className="ad-plot">
      <figcaption className="ad-plot__legend">
        <span className="ad-plot__key ad-plot__key--shown">Impressions</span>
        <span className="ad-plot__key ad-plot__key--seen">Viewable</span>
        <span className="ad-plot__key ad-plot__key--clicks">Clicks</span>
        <span className="ad-plot__most">Highest bar {count(mostShown)}</span>
      </figcaption>
      <BarDrawing
        className="ad-plot__tall"
        {...TALL_DRAWING}
        label={`${count(total.impressions)} impressions from ${formatDay(first, true)} to ${formatDay(last, true)}, ${count(total.viewable)} of them viewable`}
        bars={bars}
        series={[
          { name: 'shown', of: ({ impressions }) => impressions / mostShown },
          { name: 'seen', of: ({ viewable }) => viewable / mostShown },
        ]}
        labelOf={labelOf}
      />
      <ClicksDrawing days={days} bars={bars} labelOf={labelOf} />
    </figure>
  );
}
