// What a new password has to be, as far as the text alone tells. What is easy to guess: `refuse-guessable.server.ts`.
import { PASSWORD_MAX, PASSWORD_MIN } from './password-length';

/** The reason why a new password is refused, or null. */
export function refusePassword(password: string): string | null {
  if (password === '') return 'Password is required.';
  if (password.length < PASSWORD_MIN) return `Password should be at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `Password should be at most ${PASSWORD_MAX} characters.`;
  return null;
}
