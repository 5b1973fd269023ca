// The content dashboard, opened at its categories.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import {
  actOnCategories,
  categoriesInOutage,
  loadCategories,
  refuseCategory,
} from '../admin-old/categories-door.server';
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

export const action = adminAction(
  'categories',
  (visit) => actOnCategories(visit, HERE),
  async ({ ctx, request }, error) => refuseCategory(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseCategory>>;

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
