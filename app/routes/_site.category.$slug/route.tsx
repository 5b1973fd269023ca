// A category's articles, 20 a page.
import { useLoaderData } from '@remix-run/react';
import { getCategoryPage } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { categoryDescription } from '~/features/categories/category-view';
import { breadcrumbList } from '~/http/json-ld.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';
import { CategoryPage } from './category-page';

export const loader = publicPage(
  ({ ctx, params, url }) =>
    getCategoryPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
  ({ category, page }, site) => {
    const path = `/category/${category.slug}`;
    return {
      title: page === 1 ? category.name : `${category.name}, page ${page}`,
      description: categoryDescription(category),
      path: page === 1 ? path : `${path}?page=${page}`,
      image: category.imageUrl ?? undefined,
      feed: `${path}/feed.xml`,
      jsonLd: [
        breadcrumbList(site.siteUrl, [
          { name: 'Home', path: '/' },
          { name: category.name, path },
        ]),
      ],
    };
  },
);

export const meta = metaOf('Category not found');

export default function Category() {
  const { data } = useLoaderData<typeof loader>();
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
