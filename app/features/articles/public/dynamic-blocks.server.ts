// Fills in the dynamic blocks of an article or a static page.
import { articleTag } from '~/features/cache-tags/cache-tags';
import type { CtaView } from '~/features/ctas/cta';
import { imageSource } from '~/features/media/image-source';
import { focusClass } from '~/lib/focal-point';
import { replaceDynamicBlocks } from '~/lib/html/dynamic-blocks';
import { escapeHtml } from '~/lib/html/escape';
import type { AppContext } from '~/platform/context';
import { type ArticleCardRow, type ArticleCardView, authorsOf } from './article-view';
import type { CardMaker } from './card-maker.server';

/** What a page shows already. */
interface Shown {
  /** Sign-up forms in the text, whose ids are numbered. */
  forms: number;
  /** The calls to action in the text, which the end of the page need not repeat. */
  shownCtas: ReadonlySet<string>;
}

interface Filled extends Shown {
  html: string;
}

/** A row of JSON. */
export type DynamicCardRow = Omit<ArticleCardRow, 'publishDate'> & { publishDate: string };

interface DynamicRow {
  /** Of the page: forms return to it. It contains no characters that need escaping. */
  path: string;
  dynamicCards: DynamicCardRow[] | null;
}

/**
 * A block whose article is not published, or whose call to action is not active, shows nothing.
 * @param html stored HTML
 * @param ctas the CTAs that the text names; may include others
 * @param before what the text before `html` already shows
 */
export function fillDynamicBlocks(
  { page }: Pick<AppContext, 'page'>,
  html: string,
  { path, dynamicCards }: DynamicRow,
  ctas: readonly CtaView[],
  maker: CardMaker,
  before: Shown = { forms: 0, shownCtas: new Set() },
): Filled {
  const shownCtas = new Set(before.shownCtas);
  const cards = new Map(
    dynamicCards?.map((row) => [row.id, maker.toView({ ...row, publishDate: new Date(row.publishDate) })]),
  );
  let { forms } = before;
  const filled = replaceDynamicBlocks(html, (kind, id) => {
    if (kind === 'signup') {
      forms += 1;
      return signUpForm(maker.newsletterHeadline, path, `in-text-${forms}`);
    }
    if (kind === 'cta') {
      const cta = ctas.find((one) => one.id === id);
      if (!cta || shownCtas.has(id)) return '';
      shownCtas.add(id);
      return callToAction(cta);
    }
    // Tag the page even if there is no card, so that it is purged when the article is published.
    page.tag(articleTag(id));
    const card = cards.get(id);
    return card ? articleCard(card) : '';
  });
  return { html: filled, forms, shownCtas };
}

const callout = (label: string, content: string) =>
  `<aside class="callout callout-note" aria-label="${label}"><p class="callout__label"><strong>${label}</strong></p>${content}</aside>`;

/** Like the component `ArticleCard` with the look `row`. */
function articleCard(card: ArticleCardView): string {
  const { src, srcSet } = imageSource(card.image, 800);
  const sizes = srcSet ? ` sizes="(min-width: 60rem) 13rem, 8rem" srcset="${escapeHtml(srcSet)}"` : '';
  const image = `<img class="${`image ${focusClass(card.image)}`.trim()}" width="800" height="600" alt="${escapeHtml(card.imageAlt)}" loading="lazy" decoding="async"${sizes} src="${escapeHtml(src)}">`;
  const facts = [authorsOf(card), card.publishDate, card.readTime, ...(card.membersOnly ? ['Members'] : [])];
  return callout(
    'Read also',
    `<div class="card card--row">${image}<div class="card__text">
<p class="card__title headline headline--5"><a class="card__link" href="/article/${card.slug}">${escapeHtml(card.title)}</a></p>
<p class="article-meta meta">${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join(' ')}</p></div></div>`,
  );
}

/** Like the component `CallsToAction`. Readership counts it by `data-cta`. */
function callToAction({ id, title, body, buttonLabel, buttonLink }: CtaView): string {
  const text = body ? `<p class="cta__body">${escapeHtml(body)}</p>` : '';
  const button = buttonLink
    ? `<a class="button" href="${escapeHtml(buttonLink)}">${escapeHtml(buttonLabel)}</a>`
    : '';
  return `<aside class="cta" data-cta="${id}" aria-labelledby="${id}"><h2 class="headline headline--4" id="${id}">${escapeHtml(title)}</h2>${text}${button}</aside>`;
}

/** Like the component `SubscribeForm`, whose `useSubscribeForms` submits it in the background. */
function signUpForm(headline: string, path: string, id: string): string {
  return callout(
    'Newsletter',
    `<p>${escapeHtml(headline)}</p>
<form class="subscribe-form" method="post" action="/subscribe"><label class="sr-only" for="${id}">Email address for the newsletter</label>
<input class="field__input subscribe-form__email" id="${id}" name="email" type="email" required autocomplete="email" placeholder="you@yourfirm.com">
<button class="button subscribe-form__button" type="submit">Subscribe</button>
<input type="hidden" name="source" value="newsletter"><input type="hidden" name="returnTo" value="${path}">
<div class="sr-only" aria-hidden="true"><label for="${id}-website">Website</label><input id="${id}-website" name="website" type="text" tabindex="-1" autocomplete="off"></div></form>`,
  );
}
