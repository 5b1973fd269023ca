// Reading the ad form.
import type { Viewer } from '~/features/accounts/account';
import { ImageRefusedError } from '~/features/media/image-refused';
import { storeImage } from '~/features/media/upload-image.server';
import type { PostedForm } from '~/http/read-form.server';
import { InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

/** Characters. The HTML may contain embedded images until it is saved. */
const LONGEST_HTML = 8 * 1024 * 1024;

export type AdFields = ReturnType<typeof readAdFields>;

export function readAdFields(form: PostedForm) {
  return {
    name: form.text('name'),
    type: form.text('type'),
    imageUrl: form.text('imageUrl'),
    // One character over the limit, so that a longer link is refused instead of cut.
    linkUrl: form.text('linkUrl', 2_001),
    htmlContent: form.text('htmlContent', LONGEST_HTML),
    priority: form.text('priority'),
    active: form.has('active'),
    startDate: form.text('startDate'),
    endDate: form.text('endDate'),
    locations: form.all('locations'),
    categoryIds: form.all('categoryIds'),
  };
}

/** Stores the uploaded file first, so that a refused form returns the image as its URL. */
export async function storePicture(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  ad: AdFields,
): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const given = { bytes, name: file.name, type: file.type, alt: ad.name, folder: 'ads' } as const;
  ad.imageUrl = (await storeImage(ctx, viewer, given)).url;
}

/** The title of a refused save. The specification's own sentences stand alone; others follow "Failed to save ad:". */
export function saveFailure(error: unknown): string {
  if (error instanceof ImageRefusedError) return error.title;
  return error instanceof InvalidError ? 'The ad is not saved' : 'Failed to save ad:';
}
