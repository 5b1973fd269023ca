// The SQL of settings.
import { reusable } from 'db/reusable';
import { settings } from 'db/schema/site';
import type { Database } from '~/platform/context';

export const selectSettings = reusable((build: Database['build']) =>
  build.select({ key: settings.key, value: settings.value }).from(settings),
);
