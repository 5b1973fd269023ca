// The Categories tab of the content dashboard, at its own URL.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CATEGORY_FORM, categoriesInOutage, loadCategories } from '~/http/admin/categories-form.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/session/guards.server';
import { CategoriesTab } from '~/layouts/admin/content/categories-tab';
import { ContentTabs } from '~/layouts/admin/content/content-tabs';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';

const HERE = '/admin/categories';

export const meta = noIndexMeta('Categories');
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
