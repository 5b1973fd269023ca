// Lends running sites to test files. Starting a worker takes a second of computing, resetting one a tenth.
import { openSites, type Site, type SiteOptions, startSite } from './site';

/** More would take memory and are rarely used again. */
const MAX_IDLE = 3;

interface Idle {
  kind: string;
  site: Site;
}

/** Running sites that no test file uses, the longest idle first. */
const idle: Idle[] = [];

/** A site like a new one. The caller returns it with `returnSite`. */
export async function borrowSite(options: SiteOptions): Promise<Site> {
  const site = (await reuse(options)) ?? (await startSite(options));
  openSites.add(site);
  return site;
}

export async function returnSite(site: Site, options: SiteOptions): Promise<void> {
  openSites.delete(site);
  const kind = kindOf(options);
  // A message that arrives late would do its work in the next file's site.
  if (kind === null || (await site.hasUsedQueue())) return site.stop();
  idle.push({ kind, site });
  if (idle.length > MAX_IDLE) await idle.shift()?.site.stop();
}

export async function stopIdleSites(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ site }) => site.stop()));
}

async function reuse(options: SiteOptions): Promise<Site | null> {
  const kind = kindOf(options);
  const index = idle.findIndex((one) => one.kind === kind);
  const [found] = index < 0 ? [] : idle.splice(index, 1);
  await found?.site.reset(options);
  return found?.site ?? null;
}

/** Sites of one kind differ in nothing that requires another worker. Null for a site that is used once. */
function kindOf({
  databaseServer,
  publicFetch,
  artist,
  vars = {},
  pageCache = 'off',
  ...others
}: SiteOptions) {
  const { SITE_URL = '', ...otherVars } = vars;
  const isUsual = Object.keys(others).length === 0 && Object.keys(otherVars).length === 0;
  return isUsual ? `${SITE_URL} ${pageCache}` : null;
}
