// Saving settings while the stored ones cannot be read.
import { expect, it } from 'vitest';
import { saveSettings } from '~/features/settings/save-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

it('keeps a protection that may be on while the settings cannot be read', async () => {
  const chain: object = new Proxy(() => chain, { get: (_, name) => (name === 'then' ? undefined : chain) });
  const done: string[] = [];
  const ctx = {
    config: { blockedImageHosts: [] },
    request: { address: '192.0.2.1' },
    pageCache: { purge: async () => done.push('purged') },
    db: {
      build: chain,
      read: () => Promise.reject(new UnavailableError('away')),
      readOptional: async (_what: string, _statement: unknown, fallback: unknown) => fallback,
      write: async () => done.push('saved'),
    },
  } as unknown as AppContext;
  const input = { ...DEFAULT_SETTINGS, requireSecondFactor: false, blockedImageHosts: [] };
  const saving = saveSettings(ctx, { userId: '1' }, input, null, async () => {
    done.push('asked');
  });
  await expect(saving).rejects.toThrow('away');
  expect(done).toEqual([]);
});
