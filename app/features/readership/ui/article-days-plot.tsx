// Bar chart of an article's views by day. Uses SVG attributes only, because the content security policy blocks inline styles.
import { formatDay } from '~/lib/time/dates';
import type { ArticleDay } from '../article-report';

const WIDTH = 600;
const HEIGHT = 160;
const TOP = 8;
const BASE = HEIGHT - 1;

const count = (number: number) => number.toLocaleString('en-US');

export function ArticleDaysPlot({ days }: { days: readonly ArticleDay[] }) {
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const withYear = first.slice(0, 4) !== last.slice(0, 4);
  const most = Math.max(1, ...days.map(({ views }) => views));
  const total = days.reduce((sum, { views }) => sum + views, 0);
  const step = WIDTH / days.length;
  const gap = Math.min(4, step / 4);
  return (
    <figure className="leads-plot">
      <figcaption className="leads-plot__caption">
        <strong className="leads-plot__total">{count(total)}</strong> views in {days.length}{' '}
        {days.length === 1 ? 'day' : 'days'}, at most {count(most)} on one
      </figcaption>
      <svg
        className="leads-plot__drawing"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${count(total)} views from ${formatDay(first, true)} to ${formatDay(last, true)}`}
      >
        <path className="leads-plot__grid" d={`M0 ${TOP}H${WIDTH}M0 ${(TOP + BASE) / 2}H${WIDTH}`} />
        {days.map(({ day, views, engagedSeconds }, index) => {
          const height = views === 0 ? 0 : Math.max(2, ((BASE - TOP) * views) / most);
          return (
            <g key={day}>
              <title>{`${formatDay(day, withYear)}: ${count(views)} views, ${count(Math.round(engagedSeconds / 60))} minutes`}</title>
              <rect className="ad-plot__ground" x={index * step} width={step} height={BASE} />
              <rect
                className="ad-plot__bar"
                x={Number((index * step + gap / 2).toFixed(2))}
                y={Number((BASE - height).toFixed(2))}
                width={Number((step - gap).toFixed(2))}
                height={Number(height.toFixed(2))}
              />
            </g>
          );
        })}
        <path className="leads-plot__base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{formatDay(first, withYear)}</span>
        <span>{formatDay(last, withYear)}</span>
      </p>
    </figure>
  );
}
