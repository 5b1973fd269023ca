// Reads the ad form and stores its uploaded image.
import type { Viewer } from '~/features/accounts/account';
import { ImageRefusedError } from '~/features/media/image-rules';
import { storeUpload } from '~/features/media/store-image.server';
import type { PostedForm } from '~/http/forms/read-form.server';
import { InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

/** In characters. The HTML may contain embedded images until it is saved. */
const MAX_HTML_LENGTH = 8 * 1024 * 1024;

export type AdFields = ReturnType<typeof readAdFields>;

export function readAdFields(form: PostedForm) {
  return {
    name: form.text('name'),
    type: form.text('type'),
    imageUrl: form.text('imageUrl'),
    // One character over the limit, so that a longer URL is rejected instead of truncated.
    linkUrl: form.text('linkUrl', 2_001),
    htmlContent: form.text('htmlContent', MAX_HTML_LENGTH),
    priority: form.text('priority'),
    active: form.has('active'),
    startDate: form.text('startDate'),
    endDate: form.text('endDate'),
    locations: form.all('locations'),
    categoryIds: form.all('categoryIds'),
  };
}

/** Stores the uploaded file first, so that a rejected form returns the image as a URL. */
export async function storeAdImage(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  ad: AdFields,
): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const given = { bytes, name: file.name, type: file.type, alt: ad.name, folder: 'ads' } as const;
  ad.imageUrl = (await storeUpload(ctx, viewer, given)).url;
}

/**
 * The title of a rejected save. Fixed messages of the specification stand alone; other errors follow "Failed
 * to save ad:".
 */
export function saveFailure(error: unknown): string {
  if (error instanceof ImageRefusedError) return error.title;
  return error instanceof InvalidError ? 'Ad not saved' : 'Failed to save ad:';
}
