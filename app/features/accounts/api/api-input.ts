// What clients of the authentication API may say. Unknown keys are dropped.
import { z } from 'zod';
import { AuthError, WeakPasswordError } from '../auth-error';
import { refusePassword } from '../passwords/password-rules';
import { NAME_LIMIT, toNameLine } from '../person-name';

const METADATA_BYTES = 8_192;
const METADATA_DEPTH = 8;
/** RFC 7636. */
const CHALLENGE = /^[\w.~-]{43,128}$/;

export const ApiEmail = z
  .string('An email address is required')
  .trim()
  .max(254)
  .pipe(z.email('Unable to validate email address: invalid format'));
export const NewPassword = z.string('A password is required').max(1_000);
export const Uuid = z.uuid();
/** The code that `/reauthenticate` mailed, with a call that changes what protects the account. */
export const Nonce = z.object({ nonce: z.string().max(20).nullish() });

export const Metadata = z
  .record(z.string().max(100), z.unknown())
  .refine(
    (data) => JSON.stringify(data).length <= METADATA_BYTES && isStorable(data, METADATA_DEPTH),
    'The data is too large, too deep or holds a zero character',
  );

/** PostgreSQL's jsonb takes no zero characters, and nobody reads what is nested so deep. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, part]) => !key.includes('\0') && isStorable(part, depth - 1));
}

/** `s256:…` or `plain:…`, or null where no client waits with a verifier. */
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

/** Parsed, or refused as clients know it. @throws AuthError */
export function parseApi<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new AuthError('validation_failed', `${where}${issue?.message ?? 'The body is not complete'}`);
}

/** The name is the profile's, the rest the client's. */
export function splitName(data: Record<string, unknown> | null | undefined): {
  fullName: string | undefined;
  rest: Record<string, unknown>;
} {
  const { full_name: name, ...rest } = data ?? {};
  return { fullName: typeof name === 'string' ? toNameLine(name).slice(0, NAME_LIMIT) : undefined, rest };
}

/** What is easy to guess is refused by `refuseGuessable`. @throws WeakPasswordError */
export function refuseLength(password: string): void {
  const message = refusePassword(password);
  if (message) throw new WeakPasswordError(message, ['length']);
}
