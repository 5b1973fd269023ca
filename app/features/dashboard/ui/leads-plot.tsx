// Bar chart of the leads of the last 30 days. Uses SVG attributes only, because the content security policy
// blocks inline styles.
import { formatDay } from '~/lib/time/dates';
import type { LeadDay } from '../dashboard-view';

const WIDTH = 600;
const HEIGHT = 160;
const BASE = 159;
const TOP = 8;
const GAP = 4;

export function LeadsPlot({ days }: { days: readonly LeadDay[] }) {
  const total = days.reduce((sum, { leads }) => sum + leads, 0);
  const most = Math.max(1, ...days.map(({ leads }) => leads));
  const step = WIDTH / days.length;
  return (
    <figure className="leads-plot">
      <figcaption className="leads-plot__caption">
        <strong className="leads-plot__total">{total.toLocaleString('en-US')}</strong>{' '}
        {total === 1 ? 'new lead' : 'new leads'}
      </figcaption>
      <svg
        className="leads-plot__drawing"
        // Stretches to the card's width at a fixed height.
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${total.toLocaleString('en-US')} new leads in the last ${days.length} days; at most ${most.toLocaleString('en-US')} on one day`}
      >
        <path className="leads-plot__grid" d={`M0 ${TOP}H${WIDTH}M0 ${(TOP + BASE) / 2}H${WIDTH}`} />
        {days.map(({ day, leads }, index) => {
          const height = leads === 0 ? 2 : Math.max(4, ((BASE - TOP) * leads) / most);
          return (
            <rect
              key={day}
              className={leads === 0 ? 'leads-plot__bar leads-plot__bar--none' : 'leads-plot__bar'}
              x={Number((index * step + GAP / 2).toFixed(2))}
              y={Number((BASE - height).toFixed(2))}
              width={Number((step - GAP).toFixed(2))}
              height={Number(height.toFixed(2))}
            >
              <title>{`${formatDay(day, false)}: ${leads.toLocaleString('en-US')}`}</title>
            </rect>
          );
        })}
        <path className="leads-plot__base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p className="leads-plot__days meta" aria-hidden="true">
        <span>{formatDay(days[0]?.day ?? '1970-01-01', false)}</span>
        <span>Today</span>
      </p>
    </figure>
  );
}
