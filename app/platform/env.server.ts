// The worker's environment, read once and refused by name when something is missing.
import { z } from 'zod';

const Settings = z.object({
  ENVIRONMENT: z.enum(['local', 'test', 'production']),
  SITE_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** Where a gateway speaks Neon's HTTP protocol for another PostgreSQL; unset for Neon itself. */
  NEON_FETCH_ENDPOINT: z.url().optional(),
  BLOCKED_IMAGE_HOSTS: z
    .string()
    .default('images.example-blocked.com')
    .transform((hosts) =>
      hosts
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** 'off' renders every page anew, for measuring. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** With both, a change purges the zone's edge caches everywhere at once. */
  PURGE_ZONE_ID: z.string().optional(),
  PURGE_API_TOKEN: z.string().optional(),
});
export type Settings = z.infer<typeof Settings>;

/** Bindings of wrangler.toml. */
export interface Bindings {
  MEDIA: R2Bucket;
  IMAGES: ImagesBinding;
  SUBSCRIBE_LIMIT: { limit(options: { key: string }): Promise<{ success: boolean }> };
}

export type Env = Bindings & Record<string, unknown>;

const BINDINGS: readonly (keyof Bindings)[] = ['MEDIA', 'IMAGES', 'SUBSCRIBE_LIMIT'];

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws Error that names every missing or wrong variable and binding */
export function parseEnv(env: Env): Settings {
  const problems = BINDINGS.filter((name) => !env[name]).map((name) => `${name}: binding is missing`);
  const parsed = Settings.safeParse(env);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  } else if (parsed.data.ENVIRONMENT === 'production') {
    if (LOCAL_HOST.test(new URL(parsed.data.SITE_URL).hostname))
      problems.push('SITE_URL: is a local address');
    if (parsed.data.NEON_FETCH_ENDPOINT) problems.push('NEON_FETCH_ENDPOINT: is for local use only');
  }
  if (problems.length > 0 || !parsed.success) {
    throw new Error(`The environment is not complete.\n${problems.join('\n')}`);
  }
  return parsed.data;
}
