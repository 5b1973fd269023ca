// The CSS that a document inlines: what all pages share, and the sheets that its routes name in `links`. So the first
// paint needs no further request. In the browser, going to another page loads that page's sheets.
import blocks from '~/styles/base/blocks.css?inline';
import blocksAddress from '~/styles/base/blocks.css?url';
import errorScreen from '~/styles/components/error-screen.css?inline';
import errorScreenAddress from '~/styles/components/error-screen.css?url';
import article from '~/styles/site/article.css?inline';
import articleAddress from '~/styles/site/article.css?url';
import category from '~/styles/site/category.css?inline';
import categoryAddress from '~/styles/site/category.css?url';
import home from '~/styles/site/home.css?inline';
import homeAddress from '~/styles/site/home.css?url';
import lists from '~/styles/site/lists.css?inline';
import listsAddress from '~/styles/site/lists.css?url';
import newsletter from '~/styles/site/newsletter-page.css?inline';
import newsletterAddress from '~/styles/site/newsletter-page.css?url';
import searchPage from '~/styles/site/search-page.css?inline';
import searchPageAddress from '~/styles/site/search-page.css?url';
import shared from '~/styles/site/site.css?inline';
import staticPage from '~/styles/site/static-page.css?inline';
import staticPageAddress from '~/styles/site/static-page.css?url';
import subscribePage from '~/styles/site/subscribe-page.css?inline';
import subscribePageAddress from '~/styles/site/subscribe-page.css?url';
import { sha256 } from './csp-hashes';

const SHEETS = new Map([
  [homeAddress, home],
  [articleAddress, article],
  [blocksAddress, blocks],
  [categoryAddress, category],
  [listsAddress, lists],
  [searchPageAddress, searchPage],
  [newsletterAddress, newsletter],
  [staticPageAddress, staticPage],
  [subscribePageAddress, subscribePage],
  [errorScreenAddress, errorScreen],
]);

/** The classes that blocks.css styles. Few articles have any of them. */
const BLOCK =
  /class="(?:[^"]* )?(?:callout|pull-quote|button-link|footnote|gallery|figure-wide|figure-full|player-link)/;
const SHEET_LINK = /<link rel="stylesheet" href="([^"]+)"/g;

interface InlineStyles {
  css: Uint8Array;
  /** SHA-256 in base64. */
  hash: Promise<string>;
}

/** By the addresses of the sheets: one entry per kind of page, computed once per isolate. */
const known = new Map<string, InlineStyles>();

/**
 * Chooses the styles of a document and disables the links of the sheets that they contain. The links stay, because React
 * expects to find them when it hydrates. Without blocks, `LATE_START` (finish-document.ts) enables the sheet of blocks, for the
 * next article or the rest of this one.
 */
export function inlineSheets(html: string): { head: string; body: string; styles: InlineStyles } {
  const bodyStart = html.indexOf('</head>');
  const body = html.slice(bodyStart);
  const addresses: string[] = [];
  const head = html.slice(0, bodyStart).replace(SHEET_LINK, (link, address: string) => {
    if (!SHEETS.has(address)) return link;
    if (address === blocksAddress && !BLOCK.test(body)) return `${link} disabled="" data-late=""`;
    addresses.push(address);
    return `${link} disabled=""`;
  });
  const key = addresses.join();
  let styles = known.get(key);
  if (!styles) {
    const css = [shared, ...addresses.map((address) => SHEETS.get(address) ?? '')].join('\n');
    styles = { css: new TextEncoder().encode(css), hash: sha256(css) };
    known.set(key, styles);
  }
  return { head, body, styles };
}
