// Stores a social image that was uploaded with a form, which happens without JavaScript.
import type { Viewer } from '~/features/accounts/account';
import { storeUpload } from '~/features/media/store-image.server';
import { SOCIAL_IMAGE_FILE } from '~/features/seo/seo';
import type { AppContext } from '~/platform/context';
import type { PostedForm } from '../forms/read-form.server';

/** Sets `fields.socialImage` to the uploaded file's URL, if there is one. @throws ImageRefusedError */
export async function storeSocialImage(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  fields: { socialImage: string },
): Promise<void> {
  const file = form.file(SOCIAL_IMAGE_FILE);
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { name, type } = file;
  fields.socialImage = (await storeUpload(ctx, viewer, { bytes, name, type, folder: 'articles' })).url;
}
