// Length rules for new passwords. `refuse-guessable.server.ts` checks how guessable they are.

/** Specification, section 5. */
export const PASSWORD_MIN = 6;
/** Longer than any passphrase. The limit bounds the work of hashing. */
export const PASSWORD_MAX = 256;

/** Returns the error message for a password, or null if its length is allowed. */
export function refusePassword(password: string): string | null {
  if (password === '') return 'Password is required.';
  if (password.length < PASSWORD_MIN) return `Password should be at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `Password should be at most ${PASSWORD_MAX} characters.`;
  return null;
}
