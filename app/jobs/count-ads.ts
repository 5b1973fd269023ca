// Events of ads whose message was lost are counted.
import { countEvents } from '~/features/ad-counts/count-events.server';
import type { Job } from './job';

export const countAds: Job = { name: 'count-ads', run: countEvents };
