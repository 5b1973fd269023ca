// Validates the author form.
import { z } from 'zod';
import { isImageAddress } from '~/lib/site-path';
import { isBlank } from '~/lib/text';
import { AUTHOR_LIMIT, SLUG_LIMIT } from '../article';
import { BIO_LIMIT, LINK_LENGTH_LIMIT, LINKS_LIMIT, ROLE_LIMIT } from './author';

const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '');
const line = (value: unknown) => text(value).replace(/\s+/g, ' ');
const limited = (name: string, limit: number) =>
  z.string().max(limit, `${name} is limited to ${limit} characters`);

const LINK = 'Each link must be a URL that begins with https://';

/** The URL as browsers write it, or null if it is not a plain https URL. */
function toHttps(typed: string): string | null {
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}

const links = z
  .string()
  .transform((typed) => [...new Set(typed.split(/\s+/).filter(Boolean))])
  .pipe(z.array(z.string()).max(LINKS_LIMIT, `Enter at most ${LINKS_LIMIT} links`))
  .transform((typed, ctx) => {
    const urls = typed.map(toHttps).filter((url) => url !== null);
    if (urls.length < typed.length) ctx.addIssue({ code: 'custom', message: LINK });
    return urls;
  })
  .refine(
    (urls) => urls.every(({ length }) => length <= LINK_LENGTH_LIMIT),
    `A link is limited to ${LINK_LENGTH_LIMIT} characters`,
  );

/** What authors may change about themselves. */
export const ProfileInput = z.object({
  role: z.preprocess(line, limited('Role', ROLE_LIMIT)).transform((role) => (isBlank(role) ? '' : role)),
  bio: z.preprocess(line, limited('Bio', BIO_LIMIT)).transform((bio) => (isBlank(bio) ? '' : bio)),
  imageUrl: z.preprocess(
    text,
    limited('Image URL', 2_000).refine(
      (url) => url === '' || isImageAddress(url),
      'Image URL must start with http:// or https://',
    ),
  ),
  /** Separated by spaces or line breaks. */
  links: z.preprocess(text, links),
});

export const AuthorInput = ProfileInput.extend({
  name: z.preprocess(
    line,
    limited('Name', AUTHOR_LIMIT).refine((name) => !isBlank(name), 'Name is required'),
  ),
  /** Normalized by the slug rule when it is saved; empty to generate it from the name. */
  slug: z.preprocess(line, limited('URL Slug', SLUG_LIMIT)),
  /** The linked account; '' for a guest. */
  userId: z.preprocess((value) => text(value) || null, z.uuid('Choose an account from the list').nullable()),
});

export const MergeAuthorInput = z.object({ into: z.uuid('Choose the author to keep') });
