// The photo of an author's profile.
import type { Actor } from '~/features/audit/audit.server';
import { type FetchContext, storeImageFromAddress } from '~/features/media/fetch-image.server';
import { InvalidError } from '~/lib/errors';

const NOT_STORED = 'This image cannot be used. Please upload it instead.';

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
  if (address === '') return null;
  const url = await storeImageFromAddress(ctx, actor, address, { folder: 'articles', before });
  // Public pages show portraits from this site only.
  if (!url.startsWith('/')) throw InvalidError.at('imageUrl', NOT_STORED);
  return url;
}
