// A look at a page: a token names it, the ads that stand there, and its end. Nothing is kept: the signature tells.
import { ForbiddenError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { type AdPlace, toPlace, toText } from './ad-place';
import { readTicket } from './ad-tickets.server';
import { isSigned, sign } from './signature.server';

/** A tab that stays open longer asks again. */
export const VIEW_SECONDS = 60 * 60;
/** Of a random token's characters: 128 bits and more. */
const ID_LENGTH = 22;

export interface View {
  id: string;
  /** Seconds since 1970. */
  expiresAt: number;
  places: AdPlace[];
}

/** A token for a new view. Tickets that are not ours are left out. @throws ForbiddenError when none is left */
export async function openView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  tickets: readonly string[],
): Promise<string> {
  const places = await Promise.all([...new Set(tickets)].map((ticket) => readTicket(ctx, ticket)));
  const ours = places.filter((place) => place !== null);
  if (ours.length === 0) throw new ForbiddenError('These are no ads of this magazine.');
  const expiresAt = Math.floor(ctx.clock.now().getTime() / 1000) + VIEW_SECONDS;
  return writeView(ctx, { id: ctx.tokens.random().slice(0, ID_LENGTH), expiresAt, places: ours });
}

/** The token of a view. */
export async function writeView(
  ctx: Pick<AppContext, 'tokens'>,
  { id, expiresAt, places }: View,
): Promise<string> {
  const text = [id, expiresAt, ...places.map(toText)].join('!');
  return `${text}!${await sign(ctx, 'view', text)}`;
}

/** @throws ForbiddenError for a token that is not ours, or over */
export async function readView(ctx: Pick<AppContext, 'tokens' | 'clock'>, token: string): Promise<View> {
  const end = token.lastIndexOf('!');
  const text = token.slice(0, Math.max(0, end));
  if (!(await isSigned(ctx, 'view', text, token.slice(end + 1))))
    throw new ForbiddenError('This token was not made here.');
  const [id = '', expiry = '', ...places] = text.split('!');
  const expiresAt = Number(expiry);
  if (!(expiresAt * 1000 > ctx.clock.now().getTime())) throw new ForbiddenError('This token has expired.');
  return { id, expiresAt, places: places.map(toPlace).filter((place) => place !== null) };
}
