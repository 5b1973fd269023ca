// Sanitizes the rows of an archive. The archive may have been modified, so rows get the same checks as other
// input: HTML is cleaned, URLs are validated.
import type { z } from 'zod';
import { IssueContent } from '~/features/newsletter/issues/issue';
import { READERSHIP_KEY, ReadershipSettings } from '~/features/readership/readership-settings';
import { fitSeo } from '~/features/seo/seo-input';
import { NewsletterSettings } from '~/features/settings/newsletter-settings';
import { SiteSettings } from '~/features/settings/site-settings';
import { WebhookRules } from '~/features/webhooks/inbound/webhook-request';
import { InvalidError } from '~/lib/errors';
import { cleanHtml } from '~/lib/html/clean-html';
import { acceptedFields } from '~/lib/parse-input';
import { isImageAddress } from '~/lib/site-path';

export type Row = Record<string, unknown>;

const DAMAGED = 'The archive is damaged: a line is not a valid row.';

/** Removes what Postgres cannot store: U+0000 and lone surrogates. */
const reviver = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '') : value;

/** @throws InvalidError */
export function readLines(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        const row: unknown = JSON.parse(line, reviver);
        if (isRow(row)) return row;
      } catch {
        // Thrown below.
      }
      throw new InvalidError(DAMAGED);
    });
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const html = (value: unknown) => (typeof value === 'string' ? cleanHtml(value) : value);

function link(value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || /^(\/(?!([/\\]|%2f|%5c))|#)/i.test(value)) return value;
  const isKnown =
    URL.canParse(value) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(value).protocol);
  return isKnown ? value : null;
}

const image = (value: unknown) =>
  typeof value !== 'string' || value === '' || isImageAddress(value) ? value : null;

const httpsLinks = (value: unknown) =>
  Array.isArray(value)
    ? value.filter((link) => typeof link === 'string' && /^https:\/\/\S+$/.test(link))
    : [];

const MEDIA_KEY = /^article-images(\/[\w-][\w.-]*)+$/;

/** A cleaner returns undefined for a value without which the row must be skipped. */
const CLEANERS: Record<string, Record<string, (value: unknown) => unknown>> = {
  articles: { content: html, image_url: image, seo: fitSeo },
  authors: { image_url: image, links: httpsLinks },
  categories: { image_url: image, seo: fitSeo },
  pages: { content: html, seo: fitSeo },
  ads: { html_content: html, link_url: link, image_url: image },
  ctas: { button_link: (value) => link(value) ?? '' },
  redirects: { to_path: (value) => link(value) ?? undefined },
  // The archive does not record who received the issue, so its job must not be retried: it would send the
  // issue again. An issue with unreadable content stays, so that it is not sent a second time, but SQL reads the content
  // of every sent issue.
  newsletter_issues: {
    job_id: () => null,
    content: (value) => (value === null || IssueContent.safeParse(value).success ? value : {}),
  },
  generated_images: { url: (value) => image(value) ?? undefined, previous_url: image },
  // Deleting the image deletes the file with this key.
  media: { key: (value) => (MEDIA_KEY.test(String(value)) ? value : undefined) },
  article_revisions: {
    snapshot: (value) =>
      isRow(value) && 'content' in value
        ? {
            ...value,
            content: html(value.content),
            ...('seo' in value && { seo: fitSeo(value.seo) }),
          }
        : value,
  },
  article_templates: {
    fields: (value) =>
      isRow(value) ? { ...value, content: html(value.content), imageUrl: image(value.imageUrl) ?? '' } : {},
  },
};

/**
 * The schema of each row of settings; rows of other keys are left out. So are fields that the forms would refuse: SQL
 * reads some of them, and would fail for every session or page.
 */
const SETTINGS = new Map<unknown, z.ZodObject>([
  ['site', SiteSettings],
  ['newsletter', NewsletterSettings],
  ['webhook', WebhookRules],
  [READERSHIP_KEY, ReadershipSettings],
]);

/** Returns the sanitized row, or null if it must be skipped. Clean values stay unchanged. */
export function cleanRow(table: string, row: Row): Row | null {
  const cleaned = { ...row };
  for (const [column, clean] of Object.entries(CLEANERS[table] ?? {})) {
    if (!(column in cleaned)) continue;
    cleaned[column] = clean(cleaned[column]);
    if (cleaned[column] === undefined) return null;
  }
  if (table === 'settings') {
    const schema = SETTINGS.get(cleaned.key);
    // A value of another type would turn protective settings off.
    if (!schema || !isRow(cleaned.value)) return null;
    cleaned.value = acceptedFields(schema, cleaned.value);
  }
  return cleaned;
}
