// What people are told after they signed in, out, up and so on (specification, section 8). Browsers load this.

interface Notice {
  title: string;
  description?: string;
}

export const NOTICES = {
  'signed-up': { title: 'Account created!', description: 'Please check your email to verify your account.' },
  'verification-sent': {
    title: 'Verification email sent',
    description: 'Please check your email to verify your account.',
  },
  'signed-in': { title: 'Welcome back!' },
  'provider-failed': {
    title: 'Sign in failed',
    description: 'That did not work. Please try again, or use your email address and password.',
  },
  'provider-throttled': {
    title: 'Sign in failed',
    description: 'Too many requests. Please wait a few minutes before trying again.',
  },
  'signed-out': { title: 'Signed out' },
  'signed-out-everywhere': { title: 'Signed out', description: 'Every device has to sign in again.' },
  'reset-sent': {
    title: 'Password reset email sent',
    description: 'If there is an account for this address, a link is on its way.',
  },
  'link-verified': { title: 'Email verified', description: 'Please set a new password below.' },
  verified: { title: 'Email verified successfully', description: 'You are now logged in.' },
  'password-updated': { title: 'Password updated successfully' },
  'name-updated': { title: 'Name updated successfully' },
  'email-change-sent': {
    title: 'Confirm your new address',
    description: 'A link is on its way to it. Until it is opened, your present address stays.',
  },
  'reading-saved': { title: 'Reading preferences saved', description: 'They hold wherever you sign in.' },
  'newsletter-on': {
    title: 'Your subscription is confirmed',
    description: 'Thank you. The next letter comes on Tuesday.',
  },
  'newsletter-off': { title: 'You are unsubscribed', description: 'No more letters go to this address.' },
  'factor-added': { title: 'Second factor added', description: 'It is asked for from your next sign-in on.' },
  'factor-removed': { title: 'Second factor removed' },
  'recovery-code-used': { title: 'Welcome back!', description: 'That recovery code works no more.' },
  'account-deleted': { title: 'Account deleted', description: 'Thank you for having been here.' },
  'article-saved': { title: 'Saved to your reading list' },
  'article-removed': { title: 'Removed from your reading list' },
  'session-ended': { title: 'Session ended', description: 'That device has to sign in again.' },
} as const satisfies Record<string, Notice>;
export type NoticeName = keyof typeof NOTICES;

export const FAILURES = {
  'sign-in': 'Sign in failed',
  'sign-up': 'Sign up failed',
  resend: 'Email not sent',
  forgot: 'Password reset failed',
  'new-password': 'Password update failed',
  'sign-out': 'Sign out failed',
  link: 'Email verification failed',
  undo: 'Your address was not restored',
} as const;

export const LINK_DEAD = 'The link may be expired or invalid.';
export const LINK_NEEDED =
  'This needs a recovery link opened within the hour. On your account page you can change your password with the present one.';
export const TRY_AGAIN = 'Please try again.';

export function isNotice(name: string | null | undefined): name is NoticeName {
  return typeof name === 'string' && Object.hasOwn(NOTICES, name);
}
