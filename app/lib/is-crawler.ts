// Detects crawlers and other bots, whose page views, searches, ad events and clicks are not counted.
import { isbot } from 'isbot';

/**
 * Bots that isbot 5.2.3 mistakes for browsers: site testers and a screenshot service
 * (tests/unit/http/is-crawler.test.ts).
 */
const MISSED_BY_ISBOT = /GTmetrix|Miniature\.io|\bYLT |TSM-turingos/i;

/** True for crawlers, monitors, link checkers and clients without a user agent; false for in-app browsers. */
export function isCrawler(userAgent: string | null): boolean {
  return !userAgent || isbot(userAgent) || MISSED_BY_ISBOT.test(userAgent);
}
