// The photo of an author's profile.
import type { Actor } from '~/features/audit/audit.server';
import { type FetchContext, storeOwnImage } from '~/features/media/fetch-image.server';

/**
 * Returns the URL to store for the entered one, which may be empty.
 * @param before the stored URL
 * @throws InvalidError; UnavailableError
 */
export async function storeAuthorPhoto(
  ctx: FetchContext,
  actor: Actor,
  address: string,
  before: string | null,
): Promise<string | null> {
  return address === '' ? null : storeOwnImage(ctx, actor, address, { folder: 'articles', before });
}
