// What the owner of an account is told when something happened to it: it may not have been they. Pure.
import type { MailMessage } from '~/platform/context';
import { describeDevice, UNDO_EMAIL_DAYS } from './account';
import { compose, linkFor } from './account-mails';

export type OwnerNews =
  | { what: 'factor-added' | 'factor-removed' /** Of the factor; may be empty. */; name: string }
  | { what: 'identity-linked' | 'identity-unlinked' /** As the operator calls it. */; provider: string }
  | {
      what: 'email-changed';
      next: string /** Null where nobody but the operator can undo it. */;
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

/** When and from where, roughly: as the list of sessions tells it. */
export interface Circumstances {
  at: Date;
  /** The caller's; null where the people who run the magazine did it for somebody. */
  from: { address: string; userAgent: string | null } | null;
}

const SITE = 'Law Firm Academy';

/** Subject, and what happened in a sentence or two. */
function describe(news: OwnerNews): [subject: string, happened: string] {
  switch (news.what) {
    case 'factor-added':
      return [
        'A second factor was added to your account',
        `Your account at ${SITE} has ${factorOf(news)} now. It is asked for whenever somebody signs in.`,
      ];
    case 'factor-removed':
      return [
        'A second factor was removed from your account',
        `Your account at ${SITE} no longer has ${factorOf(news)}. It is not asked for any more.`,
      ];
    case 'codes-made':
      return [
        'New recovery codes were made for your account',
        `Recovery codes were made for your account at ${SITE}. Those of before work no more.`,
      ];
    case 'recovery-code-used':
      return [
        'A recovery code was used for your account',
        `Somebody showed one of the recovery codes of your account at ${SITE} in the place of your second factor. That code works no more.`,
      ];
    case 'password-set':
      return [
        'Your account has a password now',
        `A password was chosen for your account at ${SITE}. Whoever knows it can sign in with it.`,
      ];
    case 'password-changed':
      return [
        'Your password was changed',
        `The password of your account at ${SITE} was changed. The old one works no more, and other devices were signed out.`,
      ];
    case 'identity-linked':
      return [
        'Another way to sign in was added to your account',
        `Your account at ${SITE} can be opened by signing in with ${news.provider} now.`,
      ];
    case 'identity-unlinked':
      return [
        'A way to sign in was removed from your account',
        `Your account at ${SITE} is no longer linked to ${news.provider}. Other devices that had signed in so were signed out.`,
      ];
    case 'password-removed':
      return [
        'Your account has no password any more',
        `The password of your account at ${SITE} was removed. Other devices that had signed in with it were signed out.`,
      ];
    case 'email-changed':
      return [
        'Your email address was changed',
        `Your account at ${SITE} now uses ${news.next} instead of this address. Everyone who was signed in was signed out.`,
      ];
    case 'email-restored':
      return [
        'The change of your email address was undone',
        `Your account at ${SITE} no longer uses this address. The address that it had before was restored with the link we sent there, and everyone who was signed in was signed out.`,
      ];
    case 'account-deleted':
      return [
        'Your account was deleted',
        `Your account at ${SITE} was deleted, with everything that belonged to it. It cannot be brought back.`,
      ];
  }
}

const factorOf = ({ name }: { name: string }) => (name ? `the second factor “${name}”` : 'a second factor');

/** @param to the address of the account itself */
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
    : 'by the people who run the magazine';
  const before = [happened, `It happened on ${when}, ${where}.`];
  const contact = { subject, before, link: `${siteUrl}/page/contact`, button: 'Write to us' };
  if (!from) return compose(to, { ...contact, after: ['If you did not expect this, write to us.'] });
  const calm = 'If this was you, there is nothing to do.';
  if (news.what === 'email-changed' && news.undoToken)
    return compose(to, {
      subject,
      before,
      link: linkFor(siteUrl, news.undoToken),
      button: 'Undo this change',
      after: [
        `${calm} If it was not, undo the change: your account uses this address again, everyone is signed out, and you choose a new password. The link works once, for ${UNDO_EMAIL_DAYS} days.`,
      ],
    });
  if (news.what === 'email-restored')
    return compose(to, { ...contact, after: [`${calm} If you did not expect this, write to us.`] });
  if (news.what === 'account-deleted')
    return compose(to, {
      ...contact,
      after: [
        `${calm} If it was not, write to us; and whoever did it could sign in as you: if you use that password elsewhere, change it there.`,
      ],
    });
  return compose(to, {
    subject,
    before,
    link: `${siteUrl}/auth?panel=forgot`,
    button: 'Set a new password',
    after: [
      `${calm} If it was not, set a new password now: that signs every other device out. Then look at ${siteUrl}/account/security and remove what is not yours.`,
    ],
  });
}
