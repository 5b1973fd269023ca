// The form that replaces a file wherever it is used.
import {
  getReplaceable,
  replaceImage,
  storeReplacement,
} from '~/features/image-replacement/replace-image.server';
import type { Submission } from '~/http/forms/form-action.server';
import { countOf } from '~/lib/text';

type Fields = { name: string; alt: string; imageUrl: string };

/** @returns the notice, and the page of the job that replaces many uses */
export async function replaceFile({ ctx, viewer, id, form, fields }: Submission<Fields>) {
  const old = await getReplaceable(ctx, id);
  const given = { file: form.file('imageFile'), url: fields.imageUrl };
  // A refused form then keeps the uploaded file as a URL.
  fields.imageUrl = await storeReplacement(ctx, viewer, old, given);
  const { replacement, useCount, keepsFocus, jobId } = await replaceImage(ctx, viewer, old, fields.imageUrl);
  const places = countOf(useCount, 'place');
  const shape = keepsFocus ? '' : ' Focal points were reset, because its shape differs.';
  const undo = `The old file is still in the library. To undo this, replace “${replacement.name}” with it.`;
  return jobId === null
    ? { title: `File replaced in ${places}`, description: undo + shape }
    : { title: `Replacing the file in ${places}`, description: undo + shape, to: `/admin/jobs/${jobId}` };
}
