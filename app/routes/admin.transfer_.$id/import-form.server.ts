// What becomes of the other site's categories, tags and authors, as the form says it. Fields are numbered in the order of
// the survey: ids of another product may hold anything.

import type { Clashes } from '~/features/imports/import-steps.server';
import type { Survey } from '~/features/imports/source-post';
import type { PostedForm } from '~/http/read-form.server';
import { InvalidError } from '~/lib/errors';

export type SurveyContents = Survey & Clashes;

/** @throws InvalidError for a file that was not looked through */
export function surveyOf(contents: unknown): SurveyContents {
  if (!isSurvey(contents)) throw new InvalidError('The file has not been looked through yet.');
  return contents;
}

/** Written by this product, so its form is known once it is one. */
export function isSurvey(contents: unknown): contents is SurveyContents {
  return typeof contents === 'object' && contents !== null && 'terms' in contents && 'authors' in contents;
}

/** Input for `ImportChoices`. */
export function readChoices(form: PostedForm, { terms, authors }: Survey): unknown {
  return {
    siteUrl: form.text('siteUrl'),
    pictures: form.has('pictures'),
    redirects: form.has('redirects'),
    terms: Object.fromEntries(terms.map(({ id }, i) => [id, form.text(`term-${i}`) || 'none'])),
    authors: Object.fromEntries(authors.map(({ id }, i) => [id, form.text(`author-${i}`)])),
  };
}
