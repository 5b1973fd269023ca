// Reads the form of a static page, and returns it with a reason when it is refused.
import { data } from '@remix-run/cloudflare';
import { z } from 'zod';
import { compareTexts, findPage } from '~/features/pages/manage-pages.server';
import type { EditedPage, PageDifference, PageFields } from '~/features/pages/page-view';
import { readSeoFields } from '~/features/seo/seo';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { PostedForm } from '../forms/read-form.server';
import { type RefusedForm, refuseForm } from '../forms/refuse-form.server';

/** In characters. Matches the request gate's limit, so that a text over its own limit is returned complete. */
const LONGEST_TEXT = 24 * 1024 * 1024;

export interface RefusedPage extends RefusedForm {
  page: EditedPage;
  /** The differences from the version that another editor saved; empty without a conflict. */
  differences: PageDifference[];
  /** The page was deleted in the meantime. Saving the form creates a new page. */
  isGone: boolean;
}

/** `id` is the one in the URL; the form of a new page contains its own. */
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
    ...readSeoFields((field) => form.text(field)),
  };
}

/** After a conflict the form gets the current version, so that the next save replaces it. */
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
