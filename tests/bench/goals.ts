// Compares the figures with their goals.
import { type MeasuredFigures, shareOf } from './measure/compare';
import type { Page } from './pages';

/** One page of one magazine, measured with one of its two workers. */
export interface Measured {
  page: Page;
  size: number;
  cache: 'on' | 'off';
  /** With eight concurrent requests. */
  busy: MeasuredFigures;
  /** With one request at a time. */
  calm: MeasuredFigures;
  /** The constant answer, measured in the same turns. */
  constant: MeasuredFigures;
}

export interface PerformanceGoal {
  what: string;
  goal: string;
  found: string;
  met: boolean;
}

const CACHED_SHARE = 0.7;
const HOME_PER_SECOND = 200;
const HOME_PROCESSOR_MS = 6;
const ARTICLE_PROCESSOR_MS = 3;
const GROWTH = 1.3;

export function checkGoals(measured: Measured[]): PerformanceGoal[] {
  return [...checkRates(measured), ...checkGrowth(measured), ...checkRoundTrips(measured)];
}

function checkRates(measured: Measured[]): PerformanceGoal[] {
  const largest = Math.max(...measured.map(({ size }) => size));
  return measured
    .filter(({ size }) => size === largest)
    .flatMap(({ page, cache, busy, constant }) => {
      if (cache === 'on') {
        const share = shareOf(busy, constant);
        return [atLeast(`${page.name}, cached, of the constant answer`, share, CACHED_SHARE, 2)];
      }
      if (page.name === 'home') {
        return [
          atLeast('home, uncached, req/s', busy.perSecond, HOME_PER_SECOND, 0),
          atMost('home, uncached, worker ms', busy.processor, HOME_PROCESSOR_MS, 1),
        ];
      }
      return page.name === 'article'
        ? [atMost('article, uncached, worker ms', busy.processor, ARTICLE_PROCESSOR_MS, 1)]
        : [];
    });
}

/** Compares 100,000 articles with 1,000. */
function checkGrowth(measured: Measured[]): PerformanceGoal[] {
  const uncached = measured.filter(({ cache, page }) => cache === 'off' && !page.apart);
  return uncached
    .filter(({ size }) => size === 100_000)
    .flatMap((large) => {
      const small = uncached.find(({ size, page }) => size === 1_000 && page === large.page);
      if (!small) return [];
      return [
        atMost(
          `${large.page.name}, p50 at 100,000 to that at 1,000`,
          large.calm.p50 / small.calm.p50,
          large.page.growth ?? GROWTH,
          2,
        ),
      ];
    });
}

function checkRoundTrips(measured: Measured[]): PerformanceGoal[] {
  // A signed-in page also loads the session.
  const readers = measured.filter(({ page }) => !page.signedIn);
  const most = (cache: 'on' | 'off') =>
    Math.max(0, ...readers.filter((entry) => entry.cache === cache).map(({ calm }) => calm.roundTrips));
  return [
    atMost('round trips of an uncached page', most('off'), 1, 2),
    ...(measured.some(({ cache }) => cache === 'on')
      ? [atMost('round trips of a cached page', most('on'), 0, 2)]
      : []),
  ];
}

function atLeast(what: string, found: number, goal: number, digits: number): PerformanceGoal {
  return { what, goal: `>= ${goal}`, found: found.toFixed(digits), met: found >= goal };
}

function atMost(what: string, found: number, goal: number, digits: number): PerformanceGoal {
  return { what, goal: `<= ${goal}`, found: found.toFixed(digits), met: !(found > goal) };
}
