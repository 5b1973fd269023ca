// The home page.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getHomePage } from '~/features/articles/front-page.server';
import { publicLoader } from '~/http/doors.server';
import { organization, website } from '~/http/json-ld';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { useChrome } from '~/http/use-chrome';
import { HomePage } from './home-page';

export const loader = publicLoader(({ ctx }) => getHomePage(ctx));

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const chrome = chromeOf(matches);
  return pageMeta(chrome, {
    title: chrome ? `${chrome.settings.name}: the magazine for law firm owners` : 'Home',
    description: chrome?.settings.blurb ?? '',
    path: '/',
    jsonLd: chrome && [organization(chrome), website(chrome)],
  });
};

export default function Home() {
  const settings = useChrome()?.settings;
  return (
    <HomePage
      data={useLoaderData<typeof loader>()}
      siteName={settings?.name}
      readersFigure={settings?.readersFigure}
    />
  );
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="Failed to fetch homepage articles" />;
}
