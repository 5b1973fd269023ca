// The mails of the account pages. Pure.
import { escapeHtml } from '~/lib/escape';
import type { MailMessage } from '~/platform/context';
import { RECOVERY_HOURS, VERIFY_HOURS } from './account';

export const LINK_PATH = '/auth/confirm';

interface Letter {
  subject: string;
  /** Paragraphs above the link. */
  before: string[];
  link: string;
  button: string;
  after: string[];
}

export function verifyMail(to: string, siteUrl: string, fullName: string, token: string): MailMessage {
  return compose(to, {
    subject: 'Confirm your email address',
    before: [
      `Hello ${fullName},`,
      'Thank you for joining Law Firm Academy. One click confirms that this address is yours.',
    ],
    link: linkFor(siteUrl, token),
    button: 'Confirm my address',
    after: [
      `The link works once, for ${VERIFY_HOURS} hours. If you did not sign up, ignore this mail and nothing happens.`,
    ],
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

export function recoveryMail(to: string, siteUrl: string, token: string): MailMessage {
  return compose(to, {
    subject: 'Reset your password',
    before: ['Someone, perhaps you, asked for a new password at Law Firm Academy.'],
    link: linkFor(siteUrl, token),
    button: 'Set a new password',
    after: [
      `The link works once, for ${RECOVERY_HOURS} hour. If it was not you, ignore this mail: your password stays as it is.`,
    ],
  });
}

function linkFor(siteUrl: string, token: string): string {
  return `${siteUrl}${LINK_PATH}?token=${token}`;
}

function compose(to: string, { subject, before, link, button, after }: Letter): MailMessage {
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
