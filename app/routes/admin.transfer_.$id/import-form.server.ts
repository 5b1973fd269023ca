// Reads the import form: how to import the source's categories, tags and authors. Fields are numbered in
// survey order, because ids of another product may contain any characters.

import type { Clashes } from '~/features/transfer/import/import-steps.server';
import type { Survey } from '~/features/transfer/import/source-post';
import type { PostedForm } from '~/http/forms/read-form.server';
import { InvalidError } from '~/lib/errors';

export type SurveyContents = Survey & Clashes;

/** @throws InvalidError for a file that has not been analyzed */
export function surveyOf(contents: unknown): SurveyContents {
  if (!isSurvey(contents)) throw new InvalidError('The file has not been analyzed yet.');
  return contents;
}

/** Checks only two properties, because the stored survey was written by this product. */
export function isSurvey(contents: unknown): contents is SurveyContents {
  return typeof contents === 'object' && contents !== null && 'terms' in contents && 'authors' in contents;
}

/** Input for `ImportChoices`. */
export function readChoices(form: PostedForm, { terms, authors }: Survey): unknown {
  return {
    siteUrl: form.text('siteUrl'),
    images: form.has('images'),
    redirects: form.has('redirects'),
    terms: Object.fromEntries(terms.map(({ id }, i) => [id, form.text(`term-${i}`) || 'none'])),
    authors: Object.fromEntries(authors.map(({ id }, i) => [id, form.text(`author-${i}`)])),
  };
}
