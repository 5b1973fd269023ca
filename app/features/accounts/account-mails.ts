// The mails of the account pages. Pure.
import { escapeHtml } from '~/lib/escape';
import type { MailMessage } from '~/platform/context';
import { DIGITS_HOURS, EMAIL_CHANGE_HOURS, MAGIC_LINK_HOURS, RECOVERY_HOURS, VERIFY_HOURS } from './account';
import { greet } from './person-name';

export const LINK_PATH = '/auth/confirm';

interface Letter {
  subject: string;
  /** Paragraphs above the link. */
  before: string[];
  /** To type instead of opening the link. */
  digits?: string;
  link: string;
  button: string;
  after: string[];
}

/** What one mail lets its reader in with: the link's token, or the digits to type. */
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
      'Thank you for joining Law Firm Academy. One click confirms that this address is yours.',
    ],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Confirm my address',
    after: [
      `The link works once, for ${VERIFY_HOURS} hours. If you did not sign up, ignore this mail and nothing happens.`,
    ],
  });
}

export function magicLinkMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'Your sign-in link',
    before: ['Someone, perhaps you, wants to sign in to Law Firm Academy with this address.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Sign in',
    after: [
      `The link works once, for ${MAGIC_LINK_HOURS} hour. If it was not you, ignore this mail: nobody gets in without it.`,
    ],
  });
}

export function inviteMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'You have been invited',
    before: ['You have been invited to Law Firm Academy. One click accepts, and signs you in.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Accept the invitation',
    after: ['The link works once, for a week. If you expected no invitation, ignore this mail.'],
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
      `The account ${old || 'you signed in to'} at Law Firm Academy is to use this address from now on.`,
      'One click confirms that it is yours.',
    ],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Confirm my new address',
    after: [
      `The link works once, for ${EMAIL_CHANGE_HOURS} hours. If you did not ask for this, ignore this mail.`,
    ],
  });
}

/** To the address that is to be replaced: its owner may not be who asked. */
export function emailLeavesMail(to: string, siteUrl: string, next: string): MailMessage {
  return compose(to, {
    subject: 'Your email address is about to change',
    before: [
      `Someone, perhaps you, asked that your account at Law Firm Academy use ${next} instead of this address.`,
      'It changes as soon as the new address is confirmed; you can undo that for a week. If it was not you, set a new password now.',
    ],
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Set a new password',
    after: [],
  });
}

export function reauthenticationMail(to: string, siteUrl: string, digits: string): MailMessage {
  return compose(to, {
    subject: 'Your confirmation code',
    before: ['Someone, perhaps you, is about to change how your account at Law Firm Academy is protected.'],
    digits,
    link: `${siteUrl}/account`,
    button: 'See my account',
    after: ['The code works once, for an hour. If it was not you, set a new password.'],
  });
}

export function alreadyRegisteredMail(to: string, siteUrl: string): MailMessage {
  return compose(to, {
    subject: 'You already have an account',
    before: [
      'Someone, perhaps you, tried to sign up at Law Firm Academy with this address. It already has an account.',
      'If you forgot your password, ask for a new one on the sign-in page.',
    ],
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Go to the sign-in page',
    after: ['If it was not you, ignore this mail. Nothing has changed.'],
  });
}

export function recoveryMail(to: string, siteUrl: string, { token, digits }: MailSecrets): MailMessage {
  return compose(to, {
    subject: 'Reset your password',
    before: ['Someone, perhaps you, asked for a new password at Law Firm Academy.'],
    digits,
    link: linkFor(siteUrl, token),
    button: 'Set a new password',
    after: [
      `The link works once, for ${RECOVERY_HOURS} hour. If it was not you, ignore this mail: your password stays as it is.`,
    ],
  });
}

export function linkFor(siteUrl: string, token: string): string {
  return `${siteUrl}${LINK_PATH}?token=${token}`;
}

export function compose(
  to: string,
  { subject, before: opening, digits, link, button, after }: Letter,
): MailMessage {
  // Above the link, so that the first six digits of a mail are the code.
  const before = digits
    ? [...opening, `Your code, if you are asked for one: ${digits}. It works for ${DIGITS_HOURS} hour.`]
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
