// Notices after account actions, and failure titles (specification, section 8). Browsers load this file.

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
  'signed-out-everywhere': { title: 'Signed out', description: 'You are signed out on all devices.' },
  'reset-sent': {
    title: 'Password reset email sent',
    description: 'If an account exists for this address, we sent it a link.',
  },
  'link-verified': { title: 'Email verified', description: 'Please set a new password below.' },
  'email-restored': { title: 'Email address restored', description: 'Please set a new password below.' },
  verified: { title: 'Email verified successfully', description: 'You are now logged in.' },
  'verified-first': {
    title: 'Email verified successfully',
    description: 'Use your second factor to finish signing in.',
  },
  'restored-first': {
    title: 'Email address restored',
    description: 'Use your second factor, and then set a new password.',
  },
  'password-updated': { title: 'Password updated successfully' },
  'name-updated': { title: 'Name updated successfully' },
  'email-change-sent': {
    title: 'Confirm your new address',
    description: 'We sent a link to it. Your current address stays in use until you open that link.',
  },
  'reading-saved': {
    title: 'Reading preferences saved',
    description: 'They apply on every device you sign in with.',
  },
  'newsletter-on': {
    title: 'Your subscription is confirmed',
    description: 'Thank you. The next email arrives on Tuesday.',
  },
  'newsletter-off': {
    title: 'You are unsubscribed',
    description: 'We won’t send any more newsletters to this address.',
  },
  'factor-added': {
    title: 'Second factor added',
    description: 'You will need it the next time you sign in.',
  },
  'factor-removed': { title: 'Second factor removed' },
  'recovery-code-used': {
    title: 'Welcome back!',
    description: 'You used a recovery code. It won’t work again.',
  },
  'account-deleted': { title: 'Account deleted', description: 'Thank you for reading with us.' },
  'article-saved': { title: 'Saved to your reading list' },
  'article-removed': { title: 'Removed from your reading list' },
  'other-sessions-ended': {
    title: 'Signed out everywhere else',
    description: 'Only this device is still signed in.',
  },
  'session-ended': { title: 'Session ended', description: 'That device was signed out.' },
} as const satisfies Record<string, Notice>;
export type NoticeName = keyof typeof NOTICES;

/**
 * The notice after a user followed an email link; null for none.
 * @param type what the link was for, as in the `type` of its URL hash
 * @param needsFactor the session still needs the second factor, which the next page asks for
 */
export function noticeOfLink(type: string, needsFactor: boolean): NoticeName | null {
  if (type === 'email_undo') return needsFactor ? 'restored-first' : 'email-restored';
  if (type === 'signup' || type === 'email_change') return needsFactor ? 'verified-first' : 'verified';
  if (needsFactor) return null;
  return type === 'recovery' ? 'link-verified' : 'signed-in';
}

export const FAILURES = {
  'sign-in': 'Sign in failed',
  'sign-up': 'Sign up failed',
  resend: 'Email not sent',
  forgot: 'Password reset failed',
  'new-password': 'Password update failed',
  'sign-out': 'Sign out failed',
  link: 'Email verification failed',
  undo: 'Email change not undone',
} as const;

export const MAIL_LINK_DEAD = 'The link may be expired or invalid.';
export const UNDO_LINK_DEAD = 'This link was already used or has expired.';
export const LINK_NEEDED =
  'Open a password reset link from the last hour first. If you know your current password, change it on your account page.';
export const TRY_AGAIN = 'Please try again.';

export function isNotice(name: string | null | undefined): name is NoticeName {
  return typeof name === 'string' && Object.hasOwn(NOTICES, name);
}
