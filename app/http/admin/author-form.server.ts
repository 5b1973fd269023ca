// Code shared by the author form and the form for the signed-in person's own profile.
import { ImageRefusedError } from '~/features/media/image-rules';
import { storeUpload } from '~/features/media/store-image.server';
import type { Fields, Submission } from '../forms/form-action.server';
import type { PostedForm } from '../forms/read-form.server';

export const readProfileFields = ({ text }: PostedForm) => ({
  role: text('role'),
  bio: text('bio'),
  imageUrl: text('imageUrl'),
  links: text('links'),
});

/** Stores the uploaded file first, so that a rejected form returns the image as a URL. */
export async function storePhoto(
  { ctx, viewer, form, fields }: Submission<Fields & { imageUrl: string }>,
  alt: string,
): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const given = { bytes, name: file.name, type: file.type, alt, folder: 'articles' } as const;
  fields.imageUrl = (await storeUpload(ctx, viewer, given)).url;
}

/** The title of a failed save. The specification's messages about images are used as titles. */
export const authorFailure = (title: string) => (error: unknown) =>
  error instanceof ImageRefusedError ? error.title : title;
