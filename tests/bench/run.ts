// `npm run bench`: how fast the built magazine is, in bare workerd on a real PostgreSQL. See docs/performance.md for what the figures mean.
import { runVerb } from 'dev/startup/lifecycle';
import { measureAdReport } from './ad-report';
import { measureBeacons } from './beacons';
import { measureColdStart } from './cold-start';
import { explainPages } from './explain';
import { measureMemory } from './memory';
import { readOptions } from './options';
import { measureBytes } from './page-bytes';
import { profilePages } from './profile';
import { measureRepair } from './repair';
import { measureSpeed } from './speed';
import { setUp } from './stand';
import { measureTraffic } from './traffic';

const measures = {
  speed: measureSpeed,
  explain: explainPages,
  memory: measureMemory,
  traffic: measureTraffic,
  profile: profilePages,
  repair: measureRepair,
  beacons: measureBeacons,
  'ad-report': measureAdReport,
  'cold-start': measureColdStart,
  bytes: measureBytes,
};

await runVerb(async (lifecycle) => {
  const options = readOptions(process.argv.slice(2));
  const stand = await setUp(options, lifecycle);
  await measures[options.what](stand, options);
});
