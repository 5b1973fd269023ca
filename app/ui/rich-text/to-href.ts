// Completes typed link addresses.
import { cleanAttributes } from '~/lib/html/clean-rules';
import { element } from '~/lib/html/html-tree';

/** Completes an address: a bare domain becomes an https: URL, a bare email address a mailto: URL. */
export function toHref(text: string): string | null {
  const meant = /^[^\s/@:]+@[^\s/@:]+\.[a-z]{2,}$/i.test(text)
    ? `mailto:${text}`
    : /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(text)
      ? `https://${text}`
      : text;
  return cleanAttributes(element('a', [], { href: meant })).href ?? null;
}
