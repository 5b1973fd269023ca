// The emails that carry account links and codes.
import { escapeHtml } from '~/lib/html/escape';
import type { MailMessage } from '~/platform/context';
import { DIGITS_HOURS, EMAIL_CHANGE_HOURS, MAGIC_LINK_HOURS, RECOVERY_HOURS, VERIFY_HOURS } from '../account';
import { greet } from '../profile/person-name';

export const LINK_PATH = '/auth/confirm';

interface EmailContent {
  subject: string;
  /** Paragraphs above the link. */
  before: string[];
  /** A code to type instead of opening the link. */
  digits?: string;
  link: string;
  button: string;
  after: string[];
}

/** The credentials of one email: the token of its link, and the digits to type. */
export interface MailSecrets {
  token: string;
  digits: string;
}

export function verifyMail(
  to: string,
  siteUrl: string,
  fullName: string,
  { token, digits }: MailSecrets,
): MailMessage {
  return compose(to, {
    subject: 'Confirm your email address',
    before: [
      greet(fullName),
      'Thank you for joining Law Firm Academy. Confirm your email address to finish signing up.',
    ],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Confirm my address',
    after: [
      `The link works once and expires in ${VERIFY_HOURS} hours. If you didn’t sign up, you can ignore this email.`,
    ],
  });
}

export function magicLinkMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'Your sign-in link',
    before: ['We received a request to sign in to Law Firm Academy with this email address.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Sign in',
    after: [
      `The link works once and expires in ${MAGIC_LINK_HOURS} hour. If you didn’t ask for it, you can ignore this email. Only someone with access to your mailbox can use the link.`,
    ],
  });
}

export function inviteMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'You have been invited',
    before: ['You have been invited to Law Firm Academy. Accept the invitation to sign in.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Accept the invitation',
    after: [
      'The link works once and expires in a week. If you weren’t expecting an invitation, you can ignore this email.',
    ],
  });
}

export function emailChangeMail(
  to: string,
  siteUrl: string,
  old: string,
  { token, digits }: MailSecrets,
): MailMessage {
  return compose(to, {
    subject: 'Confirm your new email address',
    before: [
      `You asked to use this email address for ${old ? `the Law Firm Academy account ${old}` : 'a Law Firm Academy account without an email address, such as one that signs in with a wallet'}.`,
      'Confirm that the address is yours to complete the change.',
    ],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Confirm my new address',
    after: [
      `The link works once and expires in ${EMAIL_CHANGE_HOURS} hours. If you didn’t ask for this change, you can ignore this email.`,
    ],
  });
}

/** To the current address, whose owner may not have asked for the change. */
export function emailChangeNoticeMail(to: string, siteUrl: string, next: string): MailMessage {
  return compose(to, {
    subject: 'Your email address is about to change',
    before: [
      `We received a request to change the email address of your Law Firm Academy account from this address to ${next}.`,
      'The change takes effect when the new address is confirmed. After that, you can undo it for a week. If you didn’t ask for it, set a new password now.',
    ],
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Set a new password',
    after: [],
  });
}

export function reauthenticationMail(to: string, siteUrl: string, digits: string): MailMessage {
  return compose(to, {
    subject: 'Your confirmation code',
    before: ['Use this code to confirm a change to the security settings of your Law Firm Academy account.'],
    digits,
    link: `${siteUrl}/account`,
    button: 'View my account',
    after: ['The code works once and expires in an hour. If you didn’t ask for it, set a new password.'],
  });
}

export function alreadyRegisteredMail(to: string, siteUrl: string): MailMessage {
  return compose(to, {
    subject: 'You already have an account',
    before: [
      'Someone tried to sign up for Law Firm Academy with this email address, which already has an account.',
      'If that was you, sign in instead. If you forgot your password, you can reset it on the sign-in page.',
    ],
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Go to the sign-in page',
    after: ['If it wasn’t you, you can ignore this email. Nothing has changed.'],
  });
}

export function recoveryMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'Reset your password',
    before: ['We received a request to reset the password of your Law Firm Academy account.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Set a new password',
    after: [
      `The link works once and expires in ${RECOVERY_HOURS} hour. If you didn’t ask for it, you can ignore this email. Your password stays the same.`,
    ],
  });
}

export function linkFor(siteUrl: string, token: string): string {
  return `${siteUrl}${LINK_PATH}?token=${token}`;
}

export function compose(
  to: string,
  { subject, before: opening, digits, link, button, after }: EmailContent,
): MailMessage {
  // The code is above the link, so that it is the first run of six digits in the email.
  const before = digits
    ? [...opening, `If you are asked for a code, enter ${digits}. It expires in ${DIGITS_HOURS} hour.`]
    : opening;
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    to,
    subject,
    text: [...before, link, ...after, 'Law Firm Academy'].join('\n\n'),
    html: [
      ...before.map(paragraph),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>`,
      ...after.map(paragraph),
      paragraph('Law Firm Academy'),
    ].join('\n'),
    headers: {},
  };
}
