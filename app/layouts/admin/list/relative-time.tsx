// A relative time such as "2 minutes ago". Shows the date before hydration and after a month.
import { useEffect, useState } from 'react';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const TICK_MS = 20_000;
const LONG_AGO_DAYS = 31;
/** Created when it is needed: that takes several milliseconds, and few pages show old times. */
let day: Intl.DateTimeFormat | undefined;

function ago(at: string): string {
  const seconds = (Date.now() - new Date(at).getTime()) / 1000;
  for (const [unit, size] of STEPS) {
    const count = Math.floor(seconds / size);
    if (unit === 'day' && count >= LONG_AGO_DAYS) {
      day ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
      return `on ${day.format(new Date(at))}`;
    }
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** @param at ISO 8601 */
export function RelativeTime({ at }: { at: string }) {
  const [text, setText] = useState(`on ${at.slice(0, 16).replace('T', ' at ')} UTC`);
  useEffect(() => {
    const tick = () => setText(ago(at));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return <time dateTime={at}>{text}</time>;
}
