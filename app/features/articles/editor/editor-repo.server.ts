// SQL for the choices that the editor offers.
import { authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { tags } from 'db/schema/tags';
import { asc } from 'drizzle-orm';
import type { Build } from '~/platform/context';

const MAX_AUTHORS = 300;

export function selectCategoryChoices(build: Build) {
  return build
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.name));
}

export function selectTagChoices(build: Build) {
  return build.select({ id: tags.id, name: tags.name }).from(tags).orderBy(asc(tags.name));
}

export function selectAuthorNames(build: Build) {
  return build.select({ name: authors.name }).from(authors).orderBy(asc(authors.name)).limit(MAX_AUTHORS);
}
