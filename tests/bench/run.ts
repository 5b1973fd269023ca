// `npm run bench`: measures the built magazine in bare workerd with a real PostgreSQL. docs/performance.md
// explains the figures.
import { runScript } from 'dev/startup/lifecycle';
import { measureAdReport } from './ad-report';
import { measureBeacons } from './beacons';
import { measureColdStart } from './cold-start';
import { explainPages } from './explain';
import { setUp } from './measure/servers';
import { measureMemory } from './memory';
import { readOptions } from './options';
import { measureBytes } from './page-bytes';
import { profilePages } from './profile';
import { measureReadership } from './readership';
import { measureReading } from './reading';
import { measureRepair } from './repair';
import { measureSearch } from './search';
import { measureSpeed } from './speed';
import { measureTraffic } from './traffic';

const measures = {
  speed: measureSpeed,
  explain: explainPages,
  memory: measureMemory,
  traffic: measureTraffic,
  profile: profilePages,
  repair: measureRepair,
  beacons: measureBeacons,
  reading: measureReading,
  'ad-report': measureAdReport,
  'cold-start': measureColdStart,
  bytes: measureBytes,
  search: measureSearch,
  readership: measureReadership,
};

await runScript(async (lifecycle) => {
  const options = readOptions(process.argv.slice(2));
  const bench = await setUp(options, lifecycle);
  await measures[options.what](bench, options);
});
