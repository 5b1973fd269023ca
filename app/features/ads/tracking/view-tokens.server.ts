// A view is one display of a page. Its signed token contains an id, the start time by the worker's clock and
// the page's ads; nothing is stored.
import { ForbiddenError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { type SlotAd, toSlotAd, toSlotText } from './ad-place';
import { readTicket } from './ad-tickets.server';
import { isSigned, sign } from './signature.server';

/** A tab that stays open longer requests another token. */
export const VIEW_SECONDS = 60 * 60;
/** Characters of a random token: at least 128 bits. */
const ID_LENGTH = 22;

export interface View {
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  ads: SlotAd[];
}

/**
 * Creates a token for a view that begins now. Tickets that are invalid, or belong to another page than the
 * first one, are ignored.
 * @throws ForbiddenError if no ticket is valid
 */
export async function openView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  tickets: readonly string[],
): Promise<string> {
  const found = await Promise.all([...new Set(tickets)].map((ticket) => readTicket(ctx, ticket)));
  const ours = found.filter((ad) => ad !== null);
  const [first] = ours;
  if (!first) throw new ForbiddenError('None of the ad tokens is valid.');
  const ads = ours.filter((ad) => pageOf(ad) === pageOf(first));
  return writeView(ctx, {
    id: ctx.tokens.random().slice(0, ID_LENGTH),
    startedAt: ctx.clock.now().getTime(),
    ads,
  });
}

/** The page of a slot: `article-sidebar` is on its article's page; the footer slot is on the home page. */
const pageOf = ({ location, articleId }: SlotAd) =>
  `${location === 'footer' ? 'homepage' : location.split('-')[0]} ${articleId ?? ''}`;

/** The signed token of a view. */
export async function writeView(
  ctx: Pick<AppContext, 'tokens'>,
  { id, startedAt, ads }: View,
): Promise<string> {
  const text = [id, startedAt, ...ads.map(toSlotText)].join('!');
  return `${text}!${await sign(ctx, 'view', text)}`;
}

/** The view of a token, or why the token is invalid. */
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
