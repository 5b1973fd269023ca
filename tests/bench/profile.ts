// Reports a page's processor time by function, with V8's sampling profiler.
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../support/site/free-port';
import { type CpuProfile, type FunctionTime, timeByFunction } from './measure/cpu-profile';
import { attach } from './measure/inspector';
import { load } from './measure/load';
import type { Magazine } from './measure/magazines';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatTable } from './measure/table';
import { builtBundle } from './measure/workerd-server';
import type { Options } from './options';
import { listMeasuredPages } from './pages';

const WARM_REQUESTS = 600;
const REQUESTS = 600;
const INTERVAL_MICROSECONDS = 200;
const ROWS = 25;

export async function profilePages(bench: Bench, options: Options): Promise<void> {
  const magazine = bench.magazines.at(-1) as Magazine;
  const wanted = options.pages.length > 0 ? options.pages : ['home', 'article'];
  const pages = (await listMeasuredPages(magazine.databaseUrl)).filter((page) =>
    wanted.includes(page.name.split(' ')[0] ?? ''),
  );
  const inspector = await findFreePort();
  const server = await bench.startMagazine(magazine, 'off', { inspector });
  const debuggee = await attach(inspector);
  await debuggee.ask('Profiler.enable');
  await debuggee.ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
  const map = new SourceMap(JSON.parse(readFileSync(`${options.bundle ?? builtBundle}.map`, 'utf8')));
  for (const page of pages) {
    const cookie = page.signedIn ? await signInAdmin(server) : undefined;
    const order = { port: server.port, paths: page.paths, cookie, concurrency: 4, milliseconds: 120_000 };
    await load({ ...order, requests: WARM_REQUESTS });
    await debuggee.ask('Profiler.start');
    await load({ ...order, requests: REQUESTS });
    const { profile } = (await debuggee.ask('Profiler.stop')) as { profile: CpuProfile };
    const file = join(tmpdir(), `${page.name.replaceAll(' ', '-')}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    process.stdout.write(`\n${describe(page.name, profile, map)}\nFull recording for DevTools: ${file}\n`);
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
  return `${name}: ${each} ms of script per page\n\n${table('self')}\n\n${table('total')}`;
}

function toRow({ name, place, self, total }: FunctionTime): string[] {
  return [name, place, (self * 100).toFixed(1), (total * 100).toFixed(1)];
}
