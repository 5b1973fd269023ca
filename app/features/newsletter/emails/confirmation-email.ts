// The email that asks a new subscriber to confirm. Pure.
import type { MailMessage } from '~/platform/context';
import { button, emailDocument, paragraph, smallLink, smallPrint } from './email-html';
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
  const preheader = 'One click, and the newsletter arrives every Tuesday.';
  const parts = [
    paragraph(
      `You subscribed to the weekly newsletter of ${name}. One click confirms that this address is yours.`,
    ),
    button('Confirm my subscription', `${siteUrl}${CONFIRM_PATH}?token=${facts.confirmToken}`),
    paragraph('The newsletter arrives every Tuesday. You can unsubscribe at any time.'),
    smallPrint(
      `The link works for ${CONFIRM_DAYS} days. If you didn’t subscribe, you can ignore this email. We won’t send anything until you confirm.`,
    ),
    smallLink('Unsubscribe this address', unsubscribe),
  ];
  return {
    to,
    subject,
    text: [...parts.map(({ text }) => text), name].join('\n\n'),
    html: emailDocument(subject, preheader, name, parts.map(({ html }) => html).join('\n')),
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** RFC 8058 one-click unsubscribe: email clients show their own button, which posts to this URL. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
