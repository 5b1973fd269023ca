// The ad form as it is posted, and as it is given back when it is refused.
import type { Viewer } from '~/features/accounts/account';
import { ImageRefusedError } from '~/features/media/image-refused';
import { storeImage } from '~/features/media/upload-image.server';
import { refuseForm } from '~/http/form-answer.server';
import type { PostedForm } from '~/http/read-form.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

/** Characters; pictures may stand in the HTML itself until it is saved. */
const LONGEST_HTML = 8 * 1024 * 1024;

export interface PostedAd {
  name: string;
  type: string;
  imageUrl: string;
  linkUrl: string;
  htmlContent: string;
  priority: string;
  active: boolean;
  startDate: string;
  endDate: string;
  locations: string[];
  categoryIds: string[];
}

export function readPostedAd(form: PostedForm): PostedAd {
  return {
    name: form.text('name'),
    type: form.text('type'),
    imageUrl: form.text('imageUrl'),
    // One more than is taken, so that what is too long is refused and not cut.
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

/** The file field: stored before anything else is judged, so that a refused form gives the picture back as its address. */
export async function storePicture(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  ad: PostedAd,
): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const given = { bytes, name: file.name, type: file.type, alt: ad.name, folder: 'ads' } as const;
  ad.imageUrl = (await storeImage(ctx, viewer, given)).url;
}

export function refuseAd(ctx: AppContext, error: unknown, form: PostedForm, ad: PostedAd) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: titleOf(error, intent),
    typed: {
      ...ad,
      active: ad.active ? 'on' : '',
      id: form.text('id'),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : form.text('stamp'),
    },
    fallback: 'Please try again in a moment.',
  });
}

/** Reasons that the specification words stand for themselves; any other follows 'Failed to save ad:'. */
function titleOf(error: unknown, intent: string): string {
  if (intent === 'delete') return 'Failed to delete ad';
  if (error instanceof ImageRefusedError) return error.title;
  return error instanceof InvalidError ? 'The ad is not saved' : 'Failed to save ad:';
}
