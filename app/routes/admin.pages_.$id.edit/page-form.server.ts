// The form of a standing page as it is posted, and as it is given back when it is refused.
import { data } from '@remix-run/cloudflare';
import { z } from 'zod';
import { compareTexts, findPage } from '~/features/pages/manage-pages.server';
import type { EditedPage, PageDifference, PageFields } from '~/features/pages/page-view';
import { type RefusedForm, refuseForm } from '~/http/form-answer.server';
import type { PostedForm } from '~/http/read-form.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

/** Characters: whatever the request gate lets through, so that what is too long is given back whole. */
const LONGEST_TEXT = 24 * 1024 * 1024;

export interface RefusedPage extends RefusedForm {
  page: EditedPage;
  /** What somebody else saved meanwhile; empty unless that is the reason. */
  differences: PageDifference[];
  /** The page was deleted meanwhile: saved again, it becomes a new one. */
  isGone: boolean;
}

/** `id` is that of the address; a new page's form brings its own. */
export function readPostedPage(form: PostedForm, id?: string): EditedPage {
  const posted = z.uuid().safeParse(form.text('id'));
  const version = Number.parseInt(form.text('version'), 10);
  return {
    id: id ?? (posted.success ? posted.data : crypto.randomUUID()),
    version: Number.isSafeInteger(version) && version > 0 ? version : 0,
    title: form.text('title'),
    slug: form.text('slug'),
    summary: form.text('summary', LONGEST_TEXT),
    content: form.text('content', LONGEST_TEXT),
  };
}

/** A stale form gets the version that stands there now: saved once more, knowingly, it goes over it. */
export async function refusePage(ctx: AppContext, error: unknown, posted: EditedPage) {
  const { data: refused, init } = refuseForm(ctx, error, {
    intent: 'save',
    title: 'Failed to save page',
    typed: {},
    fallback: 'Please try again in a moment.',
  });
  const isGone = error instanceof NotFoundError;
  const now = error instanceof ConflictError ? await findPage(ctx, posted.id) : null;
  const answer: RefusedPage = {
    ...refused,
    page: isGone
      ? { ...posted, id: crypto.randomUUID(), version: 0 }
      : { ...posted, version: now?.version ?? posted.version },
    differences: now ? compareTexts(now, posted satisfies PageFields) : [],
    isGone,
  };
  return data(answer, init ?? undefined);
}
