// A static page, such as About or Contact.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useSubscribeForms } from '~/features/newsletter/ui/subscribe-form';
import { getStaticPage } from '~/features/pages/pages.server';
import { breadcrumbList, faqPage } from '~/http/document/json-ld.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPageWithSeo } from '~/http/public-page.server';
import blockStyles from '~/styles/base/blocks.css?url';
import staticPageStyles from '~/styles/site/static-page.css?url';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { RichBody } from '~/ui/rich-body';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: staticPageStyles },
  { rel: 'stylesheet', href: blockStyles },
];

export const loader = publicPageWithSeo(
  ({ ctx, params }) => getStaticPage(ctx, params.slug ?? ''),
  ({ title, summary, html }, { siteUrl }, { params }) => {
    const path = `/page/${params.slug}`;
    return {
      title,
      description: summary,
      path,
      jsonLd: [
        breadcrumbList(siteUrl, [
          { name: 'Home', path: '/' },
          { name: title, path },
        ]),
        ...faqPage(html),
      ],
    };
  },
);

export const meta = metaOf('Page not found');

export default function Page() {
  const { data } = useLoaderData<typeof loader>();
  const onSubmit = useSubscribeForms();
  return (
    <div className="static-page container">
      <Breadcrumbs items={[{ label: 'Home', to: '/' }, { label: data.title }]} />
      <article className="static-page__body">
        <header className="static-page__head">
          <h1 className="headline headline--display">{data.title}</h1>
          {data.summary && <p className="standfirst">{data.summary}</p>}
        </header>
        <RichBody className="prose" html={data.html} onSubmit={onSubmit} />
      </article>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="The page you’re looking for doesn’t exist" />;
}
