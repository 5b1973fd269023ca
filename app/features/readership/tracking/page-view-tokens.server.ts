// The signed token of a page view: its id, when it began by the worker's clock, and what a sign-up is credited to.
import { isSigned, sign } from '~/features/ads/tracking/signature.server';
import type { AppContext } from '~/platform/context';
import { SOURCE_KINDS, UNKNOWN_SOURCE, type VisitSource } from './visit-source';

/** Reports after this time are not counted, even if the tab is still open. */
export const PAGE_VIEW_SECONDS = 24 * 60 * 60;

export interface OpenPageView {
  /** A UUID. */
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  articleId: string | null;
  source: VisitSource;
}

export async function writePageView(
  ctx: Pick<AppContext, 'tokens'>,
  { id, startedAt, articleId, source }: OpenPageView,
): Promise<string> {
  const text = [id, startedAt, articleId ?? '', source.kind, encodeURIComponent(source.name)].join('~');
  return `${text}~${await sign(ctx, 'page view', text)}`;
}

/** The view of a token, or why the token is not valid. */
export async function readPageView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  token: string,
): Promise<OpenPageView | 'bad_token' | 'expired'> {
  const end = token.lastIndexOf('~');
  const text = token.slice(0, Math.max(0, end));
  if (!(await isSigned(ctx, 'page view', text, token.slice(end + 1)))) return 'bad_token';
  const [id = '', start, articleId, kind, name = ''] = text.split('~');
  const startedAt = Number(start);
  if (ctx.clock.now().getTime() - startedAt >= PAGE_VIEW_SECONDS * 1000) return 'expired';
  const known = SOURCE_KINDS.find((each) => each === kind);
  const source = known ? { kind: known, name: decodeURIComponent(name) } : UNKNOWN_SOURCE;
  return { id, startedAt, articleId: articleId || null, source };
}

/** Null for a token that is not valid. */
export async function findPageView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  token: string,
): Promise<OpenPageView | null> {
  const view = await readPageView(ctx, token);
  return typeof view === 'string' ? null : view;
}
