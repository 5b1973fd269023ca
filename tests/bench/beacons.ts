// Measures how many ad events per second the worker accepts, and checks that none is lost. The worker runs in
// Miniflare with the real local queue, which delivers events for counting while beacons arrive.
import type { RunningWorker } from 'dev/miniflare';
import pg from 'pg';
import { adsOf, backdate } from '../support/ads';
import { load } from './measure/load';
import type { Magazine } from './measure/magazines';
import { startQueueWorker } from './measure/queue-worker';
import type { Bench } from './measure/servers';
import { formatTable, tableText } from './measure/table';

/** The target, in events per second. */
const AIM = 500;
const SECONDS = 20;
const CONCURRENCY = 16;
/** Below the number of views that one IP address may open per minute. */
const VIEWS = 250;
/** Age of the views: long enough for all rotations below. */
const AGE_SECONDS = 50 * 60;
/** Rotations of three slots with two ads in that time. */
const CHANGES = 300;
const CALLERS = 1_000;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

export async function measureBeacons(bench: Bench): Promise<void> {
  const [magazine] = bench.magazines as [Magazine];
  const client = new pg.Client(magazine.databaseUrl);
  await client.connect();
  await clearAds(client);
  await client.query(`with ad as (insert into ads (name, html_content)
      values ('Bench 1', '<p>Bench</p>'), ('Bench 2', '<p>Bench</p>') returning id)
    insert into ad_placements (ad_id, location) select id, location
    from ad, unnest(array['homepage-hero', 'homepage-sidebar', 'footer']) location`);
  const { worker, stop } = await startQueueWorker(magazine.databaseUrl, bench.gateway.httpUrl);
  try {
    const views = await openViews(worker.url.origin);
    const rows: string[][] = [];
    for (const events of [1, 5]) rows.push(await measure(client, worker, views, events));
    const head = [
      'events per beacon',
      'beacons/s',
      'events/s',
      'p50 ms',
      'p99 ms',
      'accepted',
      'counted',
      '',
    ];
    process.stdout.write(`\n${formatTable(head, rows)}\n`);
  } finally {
    await stop();
    await clearAds(client);
    await client.end();
  }
}

async function clearAds(client: pg.Client): Promise<void> {
  await client.query(
    'truncate ads, ad_placements, ad_impressions, ad_events, ad_beacons, ad_days, ad_views, ad_drops cascade',
  );
}

async function measure(
  client: pg.Client,
  worker: RunningWorker,
  views: Views,
  events: number,
): Promise<string[]> {
  // Counted events are deleted, so that the same views count again.
  await client.query('truncate ad_impressions, ad_events, ad_beacons, ad_days, ad_views, ad_drops');
  const bodies = makeBodies(views, events);
  const order = {
    port: Number(worker.url.port),
    paths: ['/api/ad-impressions'],
    userAgent: USER_AGENT,
    callers: CALLERS,
    concurrency: CONCURRENCY,
    milliseconds: SECONDS * 1000,
  };
  // Warms up V8's compiler. These are repeats of the first beacon and count once.
  await load({ ...order, bodies: bodies.slice(0, 1), milliseconds: 3_000 });
  const { latencies, milliseconds } = await load({ ...order, bodies, requests: bodies.length });
  // The warm-up already sent the first beacon.
  const accepted = latencies.length * events;
  const isCounted = async () => {
    const { rows } = await client.query('select not exists (select 1 from ad_beacons) as done');
    return rows[0].done as boolean;
  };
  while (!(await isCounted())) await worker.fireCron('* * * * *');
  const { rows } = await client.query(
    'select (select count(*)::int from ad_impressions) as logged, (select sum(impressions)::int from ad_days) as summed',
  );
  const [{ logged, summed }] = rows;
  const perSecond = latencies.length / (milliseconds / 1000);
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const isWhole = logged === accepted && summed === accepted;
  return [
    String(events),
    tableText(perSecond),
    tableText(perSecond * events),
    tableText(at(0.5), 1),
    tableText(at(0.99), 1),
    String(accepted),
    String(logged),
    `${isWhole ? 'none lost' : 'NOT THE SAME'}, ${perSecond * events >= AIM ? 'met' : 'MISSED'}`,
  ];
}

interface Views {
  ads: { ad: string; placement: string; ticket: string; slot: string }[];
  tokens: string[];
}

/**
 * Opens the views of the home page with tokens from the worker. Opened once, because of the limit per IP
 * address and minute.
 */
async function openViews(origin: string): Promise<Views> {
  const ads = adsOf(await (await fetch(origin)).text());
  const body = JSON.stringify({ tickets: ads.map(({ ticket }) => ticket) });
  const tokens: string[] = [];
  for (let view = 0; view < VIEWS; view += 1) {
    const answer = await fetch(`${origin}/api/view-tokens`, { method: 'POST', body });
    const { token } = (await answer.json()) as { token?: string | null };
    if (!token) throw new Error(`/api/view-tokens answered ${answer.status} without a token`);
    tokens.push(await backdate(token, AGE_SECONDS));
  }
  return { ads, tokens };
}

/** The three slots rotate one after the other, each between its two ads. */
function adOf(ads: Views['ads'], change: number): Views['ads'][number] {
  const inSlot = ads.filter(
    ({ slot }) => slot === ['homepage-hero', 'homepage-sidebar', 'footer'][change % 3],
  );
  return inSlot[Math.floor(change / 3) % inSlot.length] as Views['ads'][number];
}

/** Beacons whose events all count. */
function makeBodies({ ads, tokens }: Views, events: number): string[] {
  const bodies: string[] = [];
  for (let change = 0; change + events <= CHANGES; change += events) {
    for (const token of tokens) {
      const some = Array.from({ length: events }, (_, i) => {
        const { ad, placement } = adOf(ads, change + i);
        return { change: change + i, ad, placement };
      });
      bodies.push(JSON.stringify({ token, events: some }));
    }
  }
  return bodies;
}
