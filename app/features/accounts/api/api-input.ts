// Shared input schemas of the authentication API. Unknown keys are dropped.
import { z } from 'zod';
import { cutText } from '~/lib/text';
import { AuthError, WeakPasswordError } from '../auth-error';
import { refusePassword } from '../passwords/password-rules';
import { PERSON_NAME_LIMIT, toNameLine } from '../profile/person-name';

const METADATA_BYTES = 8_192;
const METADATA_DEPTH = 8;
/** PKCE code challenge (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w.~-]{43,128}$/;

export const ApiEmail = z
  .string('An email address is required')
  .trim()
  .max(254)
  .pipe(z.email('Unable to validate email address: invalid format'));
export const ApiNewPassword = z.string('A password is required').max(1_000);
export const Uuid = z.uuid();
/** The code that `/reauthenticate` emailed. */
export const Nonce = z.object({ nonce: z.string().max(20).nullish() });

export const Metadata = z
  .record(z.string().max(100), z.unknown())
  .refine(
    (data) => JSON.stringify(data).length <= METADATA_BYTES && isStorable(data, METADATA_DEPTH),
    'The data is too large, is nested too deeply, or contains a NUL character',
  );

/** PostgreSQL's jsonb rejects NUL characters. The depth limit bounds the recursion. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, part]) => !key.includes('\0') && isStorable(part, depth - 1));
}

/** `s256:…` or `plain:…`; null for a client without PKCE. */
export const Challenged = z
  .object({
    code_challenge: z.string().nullish(),
    code_challenge_method: z.string().nullish(),
  })
  .transform(({ code_challenge: challenge, code_challenge_method: method }, context) => {
    if (!challenge && !method) return null;
    const kind = (method ?? 'plain').toLowerCase();
    if (challenge && CHALLENGE.test(challenge) && ['s256', 'plain'].includes(kind))
      return `${kind}:${challenge}`;
    context.addIssue({ code: 'custom', message: 'code challenge does not follow RFC 7636' });
    return z.NEVER;
  });

/** @throws AuthError `validation_failed` */
export function parseApi<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new AuthError('validation_failed', `${where}${issue?.message ?? 'A required field is missing'}`);
}

/** Separates `full_name`, which is stored in the profile, from the client's other metadata. */
export function splitName(data: Record<string, unknown> | null | undefined): {
  fullName: string | undefined;
  rest: Record<string, unknown>;
} {
  const { full_name: name, ...rest } = data ?? {};
  return {
    fullName: typeof name === 'string' ? cutText(toNameLine(name), 0, PERSON_NAME_LIMIT) : undefined,
    rest,
  };
}

/**
 * Checks the length only. `refuseGuessable` checks the rest.
 * @throws WeakPasswordError
 */
export function refuseLength(password: string): void {
  const message = refusePassword(password);
  if (message) throw new WeakPasswordError(message, ['length']);
}
