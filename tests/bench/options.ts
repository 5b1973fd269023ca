// Parses the command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { Refusal } from 'dev/startup/refusal';
import { DEMO_SIZE } from './measure/magazines';

const OTHERS = [
  'explain',
  'memory',
  'traffic',
  'profile',
  'repair',
  'beacons',
  'reading',
  'ad-report',
  'cold-start',
  'bytes',
  'search',
  'readership',
] as const;

export interface Options {
  /** Ascending. */
  sizes: number[];
  /** Names of pages; empty for all. */
  pages: string[];
  /** `quick` runs fewer rounds. */
  effort: 'usual' | 'quick';
  what: 'speed' | (typeof OTHERS)[number];
  /** Number of ad events or page views for the report. */
  events: number;
  /** Duration of the steady traffic. */
  minutes: number;
  /** Measures this bundle instead of the build's. */
  bundle: string | undefined;
}

const usage = `npm run bench -- [--sizes 43,1000,10000,100000] [--pages home,article] [--quick] [--bundle FILE]
npm run bench -- --explain [--sizes 100000]    the database's plans of every route's statements
    [--pages /search,/admin/articles]          only routes with these prefixes, statement by statement
npm run bench -- --memory [--sizes 1000]       the worker's memory over 50,000 requests
npm run bench -- --traffic [--minutes 60]       the worker's memory over an hour of steady traffic
npm run bench -- --profile [--pages home]      where a page's processor time goes
npm run bench -- --repair [--sizes 10000]      pages while every article is being repaired, and the worker's memory
npm run bench -- --beacons                     ad events accepted per second, and whether one is lost
npm run bench -- --reading                     reports about page views accepted per second, and what they cost readers
npm run bench -- --ad-report [--events 10000000]    an ad's report over this many generated events
npm run bench -- --cold-start                  the first page of a new isolate
npm run bench -- --bytes                       what a browser loads for a page
npm run bench -- --readership [--events 10000000]   the database's time for each statement of the Readership screen
npm run bench -- --search [--quick]            the database's time for each kind of search, saving, importing, the index's size
BENCH_DATA_DIR=/some/folder reuses the databases for the next run.`;

export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        sizes: { type: 'string' },
        pages: { type: 'string' },
        quick: { type: 'boolean', default: false },
        explain: { type: 'boolean', default: false },
        memory: { type: 'boolean', default: false },
        traffic: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '60' },
        repair: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        beacons: { type: 'boolean', default: false },
        reading: { type: 'boolean', default: false },
        'ad-report': { type: 'boolean', default: false },
        'cold-start': { type: 'boolean', default: false },
        bytes: { type: 'boolean', default: false },
        search: { type: 'boolean', default: false },
        readership: { type: 'boolean', default: false },
        events: { type: 'string', default: '10000000' },
        bundle: { type: 'string' },
      },
    });
    const what = OTHERS.find((name) => values[name]) ?? 'speed';
    return {
      sizes: toSizes(values.sizes ?? usualSizes(what, values.quick)),
      pages: values.pages?.split(',') ?? [],
      effort: values.quick ? 'quick' : 'usual',
      what,
      bundle: values.bundle,
      events: toEvents(values.events),
      minutes: toMinutes(values.minutes),
    };
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
}

function toEvents(text: string): number {
  const events = Number(text);
  if (!Number.isInteger(events) || events < 1000 || events > 100_000_000)
    throw new Error(`Events are a whole number from 1000 to 100000000, not ${text}.`);
  return events;
}

function toMinutes(text: string): number {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 24 * 60)
    throw new Error(`Minutes are a whole number from 1 to 1440, not ${text}.`);
  return minutes;
}

function usualSizes(what: Options['what'], quick: boolean): string {
  if (what === 'explain') return '100000';
  if (what === 'memory' || what === 'traffic' || what === 'profile') return '1000';
  if (what === 'repair') return '10000';
  if (what === 'readership') return '10000,100000';
  if (['beacons', 'reading', 'ad-report', 'cold-start', 'bytes'].includes(what)) return '43';
  return quick ? '43,1000' : '43,1000,10000,100000';
}

function toSizes(text: string): number[] {
  const sizes = text.split(',').map(Number);
  const wrong = sizes.find((size) => !Number.isInteger(size) || size < DEMO_SIZE || size > 1_000_000);
  if (wrong !== undefined)
    throw new Error(`A size is a whole number from ${DEMO_SIZE} to 1000000, not ${wrong}.`);
  return [...new Set(sizes)].sort((a, b) => a - b);
}
