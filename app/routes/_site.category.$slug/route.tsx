// A category's articles, 20 a page.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getCategoryPage } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { categoryDescription } from '~/features/categories/category-view';
import { publicLoader } from '~/http/doors.server';
import { breadcrumbList } from '~/http/json-ld';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { CategoryPage } from './category-page';

export const loader = publicLoader(({ ctx, params, url }) =>
  getCategoryPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const chrome = chromeOf(matches);
  if (!data) return [{ title: 'Category not found' }];
  const { category, page } = data;
  const path = `/category/${category.slug}`;
  return pageMeta(chrome, {
    title: page === 1 ? category.name : `${category.name}, page ${page}`,
    description: categoryDescription(category),
    path: page === 1 ? path : `${path}?page=${page}`,
    image: category.imageUrl ?? undefined,
    feed: `${path}/feed.xml`,
    jsonLd: chrome && [
      breadcrumbList(chrome.siteUrl, [
        { name: 'Home', path: '/' },
        { name: category.name, path },
      ]),
    ],
  });
};

export default function Category() {
  const data = useLoaderData<typeof loader>();
  return <CategoryPage data={data} description={categoryDescription(data.category)} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Category not found"
      fallback="The category you're looking for doesn't exist"
      failureTitle="Failed to fetch category"
    />
  );
}
