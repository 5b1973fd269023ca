// Schema of the external providers in AUTH_PROVIDERS.
import { z } from 'zod';

/** Defaults for well-known providers. */
const KNOWN: Record<string, { name: string; issuer: string }> = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  // Set `issuer` to your tenant's URL to replace this one.
  azure: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
};

const Provider = z
  .object({
    id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'should be a short lowercase name'),
    name: z.string().min(1).max(60).optional(),
    issuer: z.url({ protocol: /^https?$/ }).optional(),
    clientId: z.string().min(1),
    clientSecret: z.string().default(''),
    scopes: z.string().default('openid email profile'),
    domains: z.array(z.string().min(1).toLowerCase()).default([]),
    audiences: z.array(z.string().min(1)).default([]),
  })
  .transform((given, context) => {
    const known = KNOWN[given.id];
    const issuer = given.issuer ?? known?.issuer;
    if (!issuer) {
      context.addIssue({ code: 'custom', message: `${given.id}: issuer is missing` });
      return z.NEVER;
    }
    return { ...given, name: given.name ?? known?.name ?? given.id, issuer };
  });

/** @see AuthProvider in context.ts */
export const AuthProviders = z.array(Provider);
