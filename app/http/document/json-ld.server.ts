// JSON-LD structured data (schema.org) for public pages.
import { type Byline, listBylines } from '~/features/articles/authors/author';
import type { FullArticle } from '~/features/articles/public/article-pages';
import { socialImage } from '~/features/media/social-image';
import type { Seo } from '~/features/seo/seo';
import { withoutFocus } from '~/lib/focal-point';
import { htmlToText } from '~/lib/html/clean-html';
import { cutText } from '~/lib/text';
import { canonicalUrl, type MetaSite } from './page-meta.server';

export interface Crumb {
  name: string;
  path: string;
}

export function organization({ settings, siteUrl }: MetaSite): object {
  const profiles = settings.socialLinks.filter((link) => link.startsWith('https://'));
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: settings.name,
    url: `${siteUrl}/`,
    description: settings.blurb,
    logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

export function website({ settings, siteUrl }: MetaSite): object {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: settings.name,
    url: `${siteUrl}/`,
    publisher: { '@id': `${siteUrl}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function breadcrumbList(siteUrl: string, crumbs: readonly Crumb[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: siteUrl + crumb.path,
    })),
  };
}

function person(siteUrl: string, { name, slug, profile }: Byline): object {
  return {
    '@type': 'Person',
    name,
    ...(slug && { url: `${siteUrl}/author/${slug}` }),
    ...(profile?.image && { image: siteUrl + withoutFocus(profile.image) }),
    ...(profile?.role && { jobTitle: profile.role }),
    ...(profile && profile.links.length > 0 && { sameAs: profile.links }),
  };
}

export function profilePage({ siteUrl }: MetaSite, author: Byline): object {
  const about = author.profile?.bio ? { description: author.profile.bio } : {};
  return { '@type': 'ProfilePage', mainEntity: { ...person(siteUrl, author), ...about } };
}

const DETAILS = /<details><summary>(.*?)<\/summary>(.*?)<\/details>/gs;
const MIN_QUESTIONS = 2;
/** Limits for huge texts: the number of `<details>` elements, the characters of HTML in each, and the characters of an answer. */
const MAX_DETAILS = 50;
const MAX_DETAILS_HTML = 5_000;
const MAX_ANSWER = 2_000;

/**
 * An `FAQPage` if the text has at least two questions with answers; otherwise nothing. A block is a question if its
 * first line ends with a question mark.
 * @param html stored, or prepared for a page
 */
export function faqPage(html: string): object[] {
  const questions: { name: string; text: string }[] = [];
  let details = 0;
  for (const [all, question = '', answer = ''] of html.matchAll(DETAILS)) {
    details += 1;
    if (details > MAX_DETAILS) break;
    if (all.length > MAX_DETAILS_HTML) continue;
    const name = htmlToText(question);
    const text = cutText(htmlToText(answer), 0, MAX_ANSWER);
    if (name.endsWith('?') && text !== '') questions.push({ name, text });
  }
  if (questions.length < MIN_QUESTIONS) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ name, text }) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    },
  ];
}

export function newsArticle(site: MetaSite, article: FullArticle, seo: Seo = {}): object {
  const { siteUrl } = site;
  const [first, ...others] = listBylines(article).map((author) => person(siteUrl, author));
  const images = [seo.socialImage, article.image].filter((url) => url !== undefined);
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: seo.searchDescription ?? article.summary,
    image: images.map((url) => siteUrl + socialImage(url)),
    datePublished: article.firstPublishedAt,
    dateModified: article.updatedAt,
    author: others.length > 0 ? [first, ...others] : first,
    publisher: organization(site),
    mainEntityOfPage: canonicalUrl(siteUrl, { path: `/article/${article.slug}`, seo }),
    ...(article.categoryName && { articleSection: article.categoryName }),
    ...(article.tags.length > 0 && { keywords: article.tags.map((tag) => tag.name).join(', ') }),
    isAccessibleForFree: !article.membersOnly,
    ...(article.membersOnly && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.members-part' },
    }),
  };
}
