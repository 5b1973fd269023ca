// The content dashboard, opened at its categories.
import { data, type HeadersFunction, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { CATEGORY_FORM, categoriesInOutage, loadCategories } from '../admin-old/categories-door.server';
import { CategoriesTab } from '../admin-old/categories-tab';
import { ContentTabs } from '../admin-old/content-tabs';

const HERE = '/admin/categories';

export const meta: MetaFunction = () => [{ title: 'Categories' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'categories',
  async (visit) => {
    const { view, status } = await loadCategories(visit);
    return data(view, { status });
  },
  ({ url }) => data(categoriesInOutage(url)),
);

export const action = adminForm({ capability: 'categories', keepsInput: true, next: HERE, ...CATEGORY_FORM });

export default function Categories() {
  const refused = useActionData<typeof action>() ?? null;
  return (
    <>
      <ContentTabs current="categories" />
      <CategoriesTab {...useLoaderData<typeof loader>()} at={HERE} refused={refused} />
    </>
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load data" />;
}
