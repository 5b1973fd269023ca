// The home page.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getHomePage } from '~/features/articles/public/front-page.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { newsletterSentence } from '~/features/settings/site-settings';
import { organization, website } from '~/http/document/json-ld.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { publicPage } from '~/http/public-page.server';
import homeStyles from '~/styles/site/home.css?url';
import { HomePage } from './home-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: homeStyles }];

export const loader = publicPage(
  async ({ ctx }) => {
    const [page, settings] = await Promise.all([getHomePage(ctx), getSiteSettings(ctx)]);
    const { newsletterHeadline: headline } = settings;
    return { ...page, newsletter: { headline, text: newsletterSentence(settings) } };
  },
  (_page, site) => ({
    title: `${site.settings.name}: the magazine for law firm owners`,
    description: site.settings.blurb,
    path: '/',
    jsonLd: [organization(site), website(site)],
  }),
);

export const meta = metaOf('Error Loading Content');

export default function Home() {
  const siteName = useSiteLayout()?.settings.name;
  return <HomePage data={useLoaderData<typeof loader>().data} siteName={siteName} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Error Loading Content"
      fallback="Failed to fetch homepage articles"
      failureText="Failed to fetch homepage articles"
    />
  );
}
