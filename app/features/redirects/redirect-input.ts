// What the redirect forms may say.
import { z } from 'zod';
import { isOwnAddress, toFromPath, toTarget } from './redirect-address';

const LONGEST = 1_000;
const line = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isFilled = (text: string | null): text is string => text !== null;

/** A path and where it leads, both in one spelling. `siteUrl` is our own origin: its addresses are paths. */
export function redirectInput(siteUrl: string) {
  const address = (reason: string) =>
    z.string().min(1, reason).max(LONGEST, `Addresses should be at most ${LONGEST} characters`);
  return z.object({
    fromPath: z.preprocess(
      line,
      address('From is required')
        .refine((typed) => !typed.includes('*'), 'Redirects are for one path each: * stands for nothing here')
        .transform((typed) => toFromPath(typed, siteUrl))
        .refine(isFilled, 'From must be a path of this site, such as /old-page')
        .refine((path) => path === null || !isOwnAddress(path), 'This address is a page of the site itself'),
    ),
    toPath: z.preprocess(
      line,
      address('To is required')
        .transform((typed) => toTarget(typed, siteUrl))
        .refine(
          isFilled,
          'To must be a path of this site or an address that begins with http:// or https://',
        ),
    ),
  });
}
