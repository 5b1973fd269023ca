// The SQL of settings.
import { settings } from 'db/schema/site';
import type { Database } from '~/platform/context';

export function selectSettings(build: Database['build']) {
  return build.select({ key: settings.key, value: settings.value }).from(settings);
}
