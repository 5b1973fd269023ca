// Security notices to the owner of an account.
import type { MailMessage } from '~/platform/context';
import { describeDevice, UNDO_EMAIL_DAYS } from '../account';
import { compose, linkFor } from './account-emails';

export type OwnerNews =
  | {
      what: 'factor-added' | 'factor-removed';
      /** The factor's name; may be empty. */
      name: string;
    }
  | {
      what: 'identity-linked' | 'identity-unlinked';
      /** The display name of the provider. */
      provider: string;
    }
  | {
      what: 'email-changed';
      next: string;
      /** Null if only the operator can undo the change. */
      undoToken: string | null;
    }
  | {
      what:
        | 'codes-made'
        | 'recovery-code-used'
        | 'password-set'
        | 'password-changed'
        | 'password-removed'
        | 'email-restored'
        | 'account-deleted';
    };

/** When the change happened, and from which device and address. */
export interface Circumstances {
  at: Date;
  /** Null if the operator made the change with the service key. */
  from: { address: string; userAgent: string | null } | null;
}

const SITE = 'Law Firm Academy';

/** Subject, and one or two sentences that describe the change. */
function describe(news: OwnerNews): [subject: string, happened: string] {
  switch (news.what) {
    case 'factor-added':
      return [
        'A second factor was added to your account',
        `Your ${SITE} account now has ${factorOf(news)}. You need it at every sign-in.`,
      ];
    case 'factor-removed':
      return [
        'A second factor was removed from your account',
        `Your ${SITE} account no longer has ${factorOf(news)}. You no longer need it to sign in.`,
      ];
    case 'codes-made':
      return [
        'New recovery codes were created for your account',
        `New recovery codes were created for your ${SITE} account. Your earlier codes no longer work.`,
      ];
    case 'recovery-code-used':
      return [
        'A recovery code was used for your account',
        `A recovery code was used instead of the second factor of your ${SITE} account. That code no longer works.`,
      ];
    case 'password-set':
      return [
        'Your account has a password now',
        `A password was set for your ${SITE} account. You can now sign in with it.`,
      ];
    case 'password-changed':
      return [
        'Your password was changed',
        `The password of your ${SITE} account was changed. The old password no longer works, and other devices were signed out.`,
      ];
    case 'identity-linked':
      return [
        'Another way to sign in was added to your account',
        `You can now sign in to your ${SITE} account with ${news.provider}.`,
      ];
    case 'identity-unlinked':
      return [
        'A way to sign in was removed from your account',
        `Your ${SITE} account is no longer linked to ${news.provider}. Other devices that signed in with it were signed out.`,
      ];
    case 'password-removed':
      return [
        'Your password was removed',
        `The password of your ${SITE} account was removed. Other devices that signed in with it were signed out.`,
      ];
    case 'email-changed':
      return [
        'Your email address was changed',
        `Your ${SITE} account now uses ${news.next} instead of this address. All devices were signed out.`,
      ];
    case 'email-restored':
      return [
        'Your email address was restored',
        `Your ${SITE} account no longer uses this address. The link we sent to the former address restored it, and all devices were signed out.`,
      ];
    case 'account-deleted':
      return [
        'Your account was deleted',
        `Your ${SITE} account was deleted together with your saved data. This cannot be undone.`,
      ];
  }
}

const factorOf = ({ name }: { name: string }) => (name ? `the second factor “${name}”` : 'a second factor');

/** @param to the account's own address */
export function ownerMail(
  to: string,
  siteUrl: string,
  news: OwnerNews,
  { at, from }: Circumstances,
): MailMessage {
  const [subject, happened] = describe(news);
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const where = from
    ? `from ${describeDevice(from.userAgent)}${from.address && ` · ${from.address}`}`
    : 'by the magazine’s staff';
  const before = [happened, `It happened on ${when}, ${where}.`];
  const contact = { subject, before, link: `${siteUrl}/page/contact`, button: 'Contact us' };
  if (!from) return compose(to, { ...contact, after: ['If you didn’t expect this, contact us.'] });
  const nothingToDo = 'If this was you, you don’t need to do anything.';
  if (news.what === 'email-changed' && news.undoToken)
    return compose(to, {
      subject,
      before,
      link: linkFor(siteUrl, news.undoToken),
      button: 'Undo this change',
      after: [
        `${nothingToDo} If it wasn’t, undo the change. Your account will use this address again, all devices are signed out, and you choose a new password. The link works once and expires in ${UNDO_EMAIL_DAYS} days.`,
      ],
    });
  if (news.what === 'email-restored')
    return compose(to, { ...contact, after: [`${nothingToDo} If it wasn’t, contact us.`] });
  if (news.what === 'account-deleted')
    return compose(to, {
      ...contact,
      after: [
        `${nothingToDo} If it wasn’t, contact us. Someone else was able to sign in as you, so change your password on any other site where you use it.`,
      ],
    });
  return compose(to, {
    subject,
    before,
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Set a new password',
    after: [
      `${nothingToDo} If it wasn’t, set a new password now, which signs out every other device. Then check ${siteUrl}/account/security and remove anything you don’t recognize.`,
    ],
  });
}
