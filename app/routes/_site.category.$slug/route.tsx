// The category page, 20 articles per page.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getCategoryPage } from '~/features/articles/public/list-articles.server';
import { toPageNumber } from '~/features/articles/public/list-order';
import { categoryDescription } from '~/features/categories/category-view';
import { breadcrumbList } from '~/http/document/json-ld.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPageWithSeo } from '~/http/public-page.server';
import categoryStyles from '~/styles/site/category.css?url';
import { CategoryPage } from './category-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: categoryStyles }];

export const loader = publicPageWithSeo(
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
