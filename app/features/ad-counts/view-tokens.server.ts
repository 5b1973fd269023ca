// A look at a page: a signed token names it, the moment it began by the worker's clock, and the ads that stand there.
// Nothing is stored.
import { ForbiddenError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { type SlotAd, toSlotAd, toSlotText } from './ad-place';
import { readTicket } from './ad-tickets.server';
import { isSigned, sign } from './signature.server';

/** A tab that stays open longer asks again. */
export const VIEW_SECONDS = 60 * 60;
/** Of a random token's characters: 128 bits and more. */
const ID_LENGTH = 22;

export interface View {
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  ads: SlotAd[];
}

/**
 * A token for a new view, which begins now. It names the ads of one page: tickets that are not ours, or of another page than the
 * first one, are left out.
 * @throws ForbiddenError when none is left
 */
export async function openView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  tickets: readonly string[],
): Promise<string> {
  const found = await Promise.all([...new Set(tickets)].map((ticket) => readTicket(ctx, ticket)));
  const ours = found.filter((ad) => ad !== null);
  const [first] = ours;
  if (!first) throw new ForbiddenError('These are no ads of this magazine.');
  const ads = ours.filter((ad) => pageOf(ad) === pageOf(first));
  return writeView(ctx, {
    id: ctx.tokens.random().slice(0, ID_LENGTH),
    startedAt: ctx.clock.now().getTime(),
    ads,
  });
}

/** `article-sidebar` stands on the page of its article, the footer's slot on the home page. */
const pageOf = ({ location, articleId }: SlotAd) =>
  `${location === 'footer' ? 'homepage' : location.split('-')[0]} ${articleId ?? ''}`;

/** The token of a view. */
export async function writeView(
  ctx: Pick<AppContext, 'tokens'>,
  { id, startedAt, ads }: View,
): Promise<string> {
  const text = [id, startedAt, ...ads.map(toSlotText)].join('!');
  return `${text}!${await sign(ctx, 'view', text)}`;
}

/** The view of a token, or why it has none. */
export async function readView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  token: string,
): Promise<View | 'bad_token' | 'expired'> {
  const end = token.lastIndexOf('!');
  const text = token.slice(0, Math.max(0, end));
  if (!(await isSigned(ctx, 'view', text, token.slice(end + 1)))) return 'bad_token';
  const [id = '', start = '', ...ads] = text.split('!');
  const startedAt = Number(start);
  const elapsed = ctx.clock.now().getTime() - startedAt;
  if (!(elapsed < VIEW_SECONDS * 1000)) return 'expired';
  return { id, startedAt, ads: ads.map(toSlotAd).filter((ad) => ad !== null) };
}
