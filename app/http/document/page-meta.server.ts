// Meta tags of public pages for search engines and social networks.
import type { MetaDescriptor } from '@remix-run/cloudflare';
import { socialImage } from '~/features/media/social-image';
import type { Seo } from '~/features/seo/seo';
import type { SiteLayoutData } from '~/features/site/site-view';
import { OPEN_SEARCH_TYPE } from '~/features/syndication/site-files';

export interface PageMetaInput {
  title: string;
  description: string;
  /** The canonical path, with the query parameters that matter. */
  path: string;
  /** The article's or page's image. */
  image?: string | undefined;
  imageAlt?: string | undefined;
  article?:
    | {
        publishedAt: string;
        updatedAt: string;
        authors: string[];
        section: string | null;
        tags: string[];
      }
    | undefined;
  /** Keeps the page out of search engines, for example our own search results. */
  noIndex?: boolean | undefined;
  jsonLd?: object[] | undefined;
  /** What an editor entered for search engines and social networks. */
  seo?: Seo | undefined;
  /** Path of a feed for this page's content. */
  feed?: string | undefined;
}

/** The site that the page belongs to. */
export type MetaSite = Pick<SiteLayoutData, 'settings' | 'siteUrl'>;

/** Title, description, canonical address, Open Graph, Twitter card and JSON-LD of a public page. */
export function pageMeta({ settings, siteUrl }: MetaSite, facts: PageMetaInput): MetaDescriptor[] {
  const { name } = settings;
  const { seo = {} } = facts;
  const url = canonicalUrl(siteUrl, facts);
  const title = seo.searchTitle ?? (facts.path === '/' ? facts.title : `${facts.title} | ${name}`);
  const socialTitle = seo.socialTitle ?? facts.title;
  const socialDescription = seo.socialDescription ?? facts.description;
  const image = siteUrl + socialImage(seo.socialImage ?? facts.image ?? '');
  const imageAlt = seo.socialImage ? undefined : facts.imageAlt;
  const property = (key: string, content: string) => ({ property: key, content });
  return [
    { title },
    { name: 'description', content: seo.searchDescription ?? facts.description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(facts.noIndex || seo.hideFromSearch
      ? [{ name: 'robots', content: 'noindex, follow' }]
      : [{ name: 'robots', content: 'max-image-preview:large' }]),
    property('og:site_name', name),
    property('og:type', facts.article ? 'article' : 'website'),
    property('og:title', socialTitle),
    property('og:description', socialDescription),
    property('og:url', url),
    property('og:image', image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    ...(imageAlt ? [property('og:image:alt', imageAlt)] : []),
    property('og:locale', 'en_US'),
    ...(facts.article ? articleProperties(facts.article) : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: socialTitle },
    { name: 'twitter:description', content: socialDescription },
    { name: 'twitter:image', content: image },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: `${name} (RSS)`,
      href: '/feed.xml',
    },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: `${name} (Atom)`,
      href: '/atom.xml',
    },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/feed+json',
      title: `${name} (JSON Feed)`,
      href: '/feed.json',
    },
    { tagName: 'link', rel: 'search', type: OPEN_SEARCH_TYPE, title: name, href: '/opensearch.xml' },
    ...(facts.feed
      ? [
          {
            tagName: 'link',
            rel: 'alternate',
            type: 'application/rss+xml',
            title: facts.title,
            href: facts.feed,
          },
        ]
      : []),
    ...(facts.jsonLd ?? []).map((item) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...item },
    })),
  ];
}

/** The address that search engines should list: the page's own, or the one that an editor entered. */
export function canonicalUrl(siteUrl: string, { path, seo }: Pick<PageMetaInput, 'path' | 'seo'>): string {
  return seo?.canonicalUrl ?? siteUrl + path;
}

function articleProperties(article: NonNullable<PageMetaInput['article']>): MetaDescriptor[] {
  return [
    { property: 'article:published_time', content: article.publishedAt },
    { property: 'article:modified_time', content: article.updatedAt },
    ...article.authors.map((name) => ({ property: 'article:author', content: name })),
    ...(article.section ? [{ property: 'article:section', content: article.section }] : []),
    ...article.tags.map((tag) => ({ property: 'article:tag', content: tag })),
  ];
}
