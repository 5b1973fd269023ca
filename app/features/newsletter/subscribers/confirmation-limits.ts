// Limits on confirmation emails (docs/operations.md, "Limits"): anyone can enter anyone's address.
import type { ThrottleRule } from '~/features/rate-limit/throttle';
import { callerKey } from '~/lib/caller-key';
import { TooManyError } from '~/lib/errors';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Public mailbox providers. They have no daily limit per domain, because anyone could exhaust it for all
 * their users; the limits per caller still apply.
 */
const MAILBOX_PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com
  live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.ca yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.co.in yahoo.com.br
  yahoo.co.jp ymail.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me zoho.com
  fastmail.com hey.com tutanota.com mail.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de
  comcast.net xfinity.com verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net
  earthlink.net optonline.net frontier.com windstream.net centurylink.net juno.com rogers.com sympatico.ca shaw.ca
  telus.net btinternet.com sky.com virginmedia.com talktalk.net orange.fr wanadoo.fr free.fr sfr.fr laposte.net
  libero.it virgilio.it tiscali.it terra.com.br uol.com.br bol.com.br bigpond.com optusnet.com.au yandex.ru
  yandex.com mail.ru bk.ru qq.com 163.com 126.com sina.com naver.com daum.net rediffmail.com`.split(/\s+/),
);

export interface ConfirmationLimit extends ThrottleRule {
  /** The error message. @param minutes until the window ends */
  refusal(minutes: number): string;
}

/**
 * Returns the limits in the order in which they are counted.
 * @param domain of the email address, in lower case
 * @param domainHash the hash of `domain`
 */
export function confirmationLimits(caller: string, domain: string, domainHash: string): ConfirmationLimit[] {
  const network = callerKey(caller);
  const forDomain = () => `Too many subscriptions for addresses at ${domain} today. Try again tomorrow.`;
  const limits: ConfirmationLimit[] = [
    {
      key: `confirm:caller-hour:${network}`,
      limit: 40,
      windowSeconds: HOUR,
      refusal: (minutes) =>
        `Too many subscriptions from your network. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    },
    {
      key: `confirm:caller-day:${network}`,
      limit: 100,
      windowSeconds: DAY,
      refusal: () => 'Too many subscriptions from your network today. Try again tomorrow.',
    },
    {
      key: `confirm:caller-domain:${network}:${domainHash}`,
      limit: 40,
      windowSeconds: DAY,
      refusal: forDomain,
    },
  ];
  if (!MAILBOX_PROVIDERS.has(domain))
    limits.push({ key: `confirm:domain:${domainHash}`, limit: 500, windowSeconds: DAY, refusal: forDomain });
  return limits;
}

/**
 * Limit on emails to one address. Beyond it no email is sent, but the response is the same.
 * @param lead the hash of the address
 */
export function addressLimit(lead: string): ThrottleRule {
  return { key: `confirm:lead:${lead}`, limit: 5, windowSeconds: DAY };
}

/**
 * The time in which a reader who chose "Never" on the preferences page can undo it there without a new confirmation. Not a
 * limit: its one count marks the choice. `areWithin` holds while there is none.
 * @param lead the hash of the address
 */
export function undoWindow(lead: string): ThrottleRule {
  return { key: `newsletter-undo:${lead}`, limit: 0, windowSeconds: HOUR };
}

/** @throws TooManyError when a call exceeded one of the limits */
export function refuseExceededLimits(
  limits: readonly ConfirmationLimit[],
  counted: readonly { key: string; tries: number; wait: number }[],
): void {
  for (const { key, limit, refusal } of limits) {
    const count = counted.find((each) => each.key === key);
    if (count && count.tries > limit)
      throw new TooManyError(refusal(Math.max(1, Math.ceil(count.wait / 60))), Math.max(1, count.wait));
  }
}
