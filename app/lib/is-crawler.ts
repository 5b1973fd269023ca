// Which clients are machines: their ad events and clicks are not counted.
import { isbot } from 'isbot';

/** Site testers and a screenshot service that isbot 5.2.3 takes for browsers (tests/unit/is-crawler.test.ts finds others). */
const MISSED_BY_ISBOT = /GTmetrix|Miniature\.io|\bYLT |TSM-turingos/i;

/** True for crawlers, monitors, link checkers and clients without a user agent; false for browsers inside apps. */
export function isCrawler(userAgent: string | null): boolean {
  return !userAgent || isbot(userAgent) || MISSED_BY_ISBOT.test(userAgent);
}
