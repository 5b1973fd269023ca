// The letter that asks a new subscriber to confirm. Pure.
import type { MailMessage } from '~/platform/context';
import { button, letterDocument, paragraph, smallLink, smallPrint } from './letter-html';
import { CONFIRM_DAYS, CONFIRM_PATH, UNSUBSCRIBE_PATH } from './reader-link';

interface ConfirmationFacts {
  to: string;
  name: string;
  siteUrl: string;
  confirmToken: string;
  readerToken: string;
}

export function confirmationMail(facts: ConfirmationFacts): MailMessage {
  const { to, name, siteUrl } = facts;
  const unsubscribe = `${siteUrl}${UNSUBSCRIBE_PATH}?token=${facts.readerToken}`;
  const subject = `Confirm your subscription to ${name}`;
  const preheader = 'One click, and the letter comes every Tuesday.';
  const parts = [
    paragraph(`You asked for the weekly letter of ${name}. One click confirms that this address is yours.`),
    button('Confirm my subscription', `${siteUrl}${CONFIRM_PATH}?token=${facts.confirmToken}`),
    paragraph('The letter comes every Tuesday. You can unsubscribe at any time.'),
    smallPrint(
      `The link works for ${CONFIRM_DAYS} days. If you did not ask for this, ignore this mail: without your click nothing is sent.`,
    ),
    smallLink('Never write to this address again', unsubscribe),
  ];
  return {
    to,
    subject,
    text: [...parts.map(({ text }) => text), name].join('\n\n'),
    html: letterDocument(subject, preheader, name, parts.map(({ html }) => html).join('\n')),
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** RFC 8058: mail programs show a button of their own that posts to the address, without a visit. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
