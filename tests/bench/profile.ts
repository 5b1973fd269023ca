// Where a page's processor time goes, function by function, as V8's sampling profiler sees it.
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CpuProfile, type FunctionTime, timeByFunction } from './cpu-profile';
import { attach, findFreePort } from './inspector';
import { load } from './load';
import type { Magazine } from './magazines';
import type { Options } from './options';
import { listPages } from './pages';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { formatTable } from './table';
import { builtBundle } from './workerd-server';

const WARM_REQUESTS = 600;
const REQUESTS = 600;
const INTERVAL_MICROSECONDS = 200;
const ROWS = 25;

export async function profilePages(stand: Stand, options: Options): Promise<void> {
  const magazine = stand.magazines.at(-1) as Magazine;
  const wanted = options.pages.length > 0 ? options.pages : ['home', 'article'];
  const pages = (await listPages(magazine.databaseUrl)).filter((page) =>
    wanted.includes(page.name.split(' ')[0] ?? ''),
  );
  const inspector = await findFreePort();
  const server = await stand.startMagazine(magazine, 'off', { inspector });
  const debuggee = await attach(inspector);
  await debuggee.ask('Profiler.enable');
  await debuggee.ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
  const map = new SourceMap(JSON.parse(readFileSync(`${options.bundle ?? builtBundle}.map`, 'utf8')));
  for (const page of pages) {
    const cookie = page.signedIn ? await signIn(server) : undefined;
    const order = { port: server.port, paths: page.paths, cookie, concurrency: 4, milliseconds: 120_000 };
    await load({ ...order, requests: WARM_REQUESTS });
    await debuggee.ask('Profiler.start');
    await load({ ...order, requests: REQUESTS });
    const { profile } = (await debuggee.ask('Profiler.stop')) as { profile: CpuProfile };
    const file = join(tmpdir(), `${page.name.replaceAll(' ', '-')}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    process.stdout.write(
      `\n${describe(page.name, profile, map)}\nThe whole recording, for DevTools: ${file}\n`,
    );
  }
  debuggee.close();
}

function describe(name: string, profile: CpuProfile, map: SourceMap): string {
  const { functions, busyMilliseconds } = timeByFunction(profile, map);
  const table = (by: 'self' | 'total') =>
    formatTable(
      [by === 'self' ? 'function itself' : 'function and what it calls', 'place', 'self %', 'total %'],
      functions
        .sort((a, b) => b[by] - a[by])
        .slice(0, ROWS)
        .map(toRow),
    );
  const each = (busyMilliseconds / REQUESTS).toFixed(2);
  return `${name}: ${each} ms of script a page\n\n${table('self')}\n\n${table('total')}`;
}

function toRow({ name, place, self, total }: FunctionTime): string[] {
  return [name, place, (self * 100).toFixed(1), (total * 100).toFixed(1)];
}
