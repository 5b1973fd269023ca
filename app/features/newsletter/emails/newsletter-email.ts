// Renders an issue as an email: HTML with inline styles, and plain text. Pure.
import { issueLink } from '~/features/readership/tracking/visit-source';
import { escapeHtml } from '~/lib/html/escape';
import type { BulkMessage } from '~/platform/context';
import { type IssueContent, linksOf } from '../issues/issue';
import { unsubscribeHeaders } from './confirmation-email';
import { button, emailDocument, FONT, paragraph, SANS } from './email-html';
import { ARCHIVE_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from './reader-link';

/** Placeholder for the reader's token; control characters cannot occur in an editor's text. */
const TOKEN = '\u0001token\u0001';

export interface NewsletterEmail {
  subject: string;
  /** The message for one reader. */
  to(email: string, readerToken: string): BulkMessage;
}

interface Frame {
  siteUrl: string;
  /** `2026-11-24`: identifies the issue in archive URLs. */
  day: string;
  /** `Nov 24, 2026`. */
  date: string;
}

/** Renders the issue once for all readers; only the reader's own links differ. */
export function renderNewsletterEmail(content: IssueContent, { siteUrl, day, date }: Frame): NewsletterEmail {
  const { subject, preheader, magazine, sender } = content;
  const links = linksOf(content);
  const absolute = (link: string) => (link.startsWith('/') ? siteUrl + link : link);
  /** URL of the link at this index of `linksOf`. */
  const hrefOf = (index: number) =>
    content.countClicks
      ? `${siteUrl}/newsletter/go/${day}/${index}`
      : absolute(issueLink(links[index]?.link ?? '/', day, index));
  const own = (path: string) => `${siteUrl}${path}?token=${TOKEN}`;
  const foot = {
    archive: `${siteUrl}${ARCHIVE_PATH}/${day}`,
    unsubscribe: own(UNSUBSCRIBE_PATH),
    preferences: own(PREFERENCES_PATH),
  };
  const html = emailDocument(
    subject,
    preheader,
    magazine,
    [
      `<p class="soft" style="margin:-12px 0 24px;font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(date)} · <a class="soft" href="${foot.archive}" style="color:#5a6072">Read it in the browser</a></p>`,
      ...content.intro.map((text) => paragraph(text).html),
      ...content.articles.map((article, index) => articleHtml(article, index, hrefOf(index), absolute)),
      ...ctaHtml(content, hrefOf),
      ...adHtml(content, hrefOf(links.length - 1), absolute),
      footHtml(content, foot),
    ].join('\n'),
  );
  const text = textOf(content, date, hrefOf, foot);
  const from = `"${sender.name.replace(/["\\\r\n]/g, '')}" <${sender.address}>`;
  return {
    subject,
    to(email, token) {
      const fill = (template: string) => template.replaceAll(TOKEN, token);
      return {
        from,
        to: email,
        subject,
        html: fill(html),
        text: fill(text),
        headers: unsubscribeHeaders(fill(foot.unsubscribe)),
      };
    },
  };
}

type Article = IssueContent['articles'][number];

/** The first article is the lead story, with an image. */
function articleHtml(
  article: Article,
  index: number,
  href: string,
  absolute: (link: string) => string,
): string {
  const { title, summary, author, readTime, category, image, imageAlt } = article;
  const isFirst = index === 0;
  const link = escapeHtml(href);
  const figure =
    isFirst && image
      ? `<a href="${link}"><img src="${escapeHtml(absolute(image))}" width="528" alt="${escapeHtml(imageAlt)}" style="display:block;width:100%;max-width:528px;height:auto;margin:0 0 16px;border:0"></a>`
      : '';
  const kicker = category
    ? `<p class="accent" style="margin:0 0 4px;font:bold 12px/1.4 ${SANS};letter-spacing:.06em;text-transform:uppercase;color:#7a1f2b">${escapeHtml(category)}</p>`
    : '';
  return `<div class="rule" style="margin:0 0 22px;padding:22px 0 0;border-top:1px solid #d9d3c5">
${figure}${kicker}<h2 style="margin:0 0 8px;font:bold ${isFirst ? 26 : 20}px/1.25 ${FONT}"><a class="ink" href="${link}" style="color:#1a2030;text-decoration:none">${escapeHtml(title)}</a></h2>
${summary ? `<p class="ink" style="margin:0 0 8px;font:16px/1.55 ${FONT};color:#1a2030">${escapeHtml(summary)}</p>` : ''}
<p class="soft" style="margin:0;font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(author)} · ${escapeHtml(readTime)}</p>
</div>`;
}

function ctaHtml({ articles, cta }: IssueContent, hrefOf: (index: number) => string): string[] {
  if (!cta) return [];
  return [
    `<div class="rule" style="margin:0 0 22px;padding:22px 0 0;border-top:1px solid #d9d3c5">
<h2 class="ink" style="margin:0 0 8px;font:bold 20px/1.25 ${FONT};color:#1a2030">${escapeHtml(cta.title)}</h2>
${cta.body ? paragraph(cta.body).html : ''}${button(cta.label, hrefOf(articles.length)).html}
</div>`,
  ];
}

function adHtml({ ad }: IssueContent, href: string, absolute: (link: string) => string): string[] {
  if (!ad) return [];
  return [
    `<div class="rule" style="margin:0 0 22px;padding:22px 0 0;border-top:1px solid #d9d3c5">
<p class="soft" style="margin:0 0 8px;font:11px/1.4 ${SANS};letter-spacing:.06em;text-transform:uppercase;color:#5a6072">Advertisement</p>
<a href="${escapeHtml(href)}"><img src="${escapeHtml(absolute(ad.image))}" width="528" alt="${escapeHtml(ad.name)}" style="display:block;width:100%;max-width:528px;height:auto;border:0"></a>
</div>`,
  ];
}

interface Foot {
  archive: string;
  unsubscribe: string;
  preferences: string;
}

function footHtml({ magazine, sender }: IssueContent, { unsubscribe, preferences }: Foot): string {
  const link = (label: string, href: string) =>
    `<a class="soft" href="${escapeHtml(href)}" style="color:#5a6072">${label}</a>`;
  return `<div class="rule soft" style="margin:0;padding:18px 0 0;border-top:1px solid #d9d3c5;font:13px/1.6 ${SANS};color:#5a6072">
<p style="margin:0 0 8px">You receive this email because you subscribed to ${escapeHtml(magazine)}.</p>
<p style="margin:0 0 8px">${link('Unsubscribe', unsubscribe)} · ${link('Change frequency', preferences)}</p>
<p style="margin:0">${escapeHtml(sender.name)}<br>${escapeHtml(sender.postal).replaceAll('\n', '<br>')}</p>
</div>`;
}

function textOf(content: IssueContent, date: string, hrefOf: (index: number) => string, foot: Foot): string {
  const { intro, articles, cta, ad, magazine, sender } = content;
  const parts = [
    `${magazine}, ${date}`,
    ...intro,
    ...articles.map(({ title, summary, author, readTime }, index) =>
      [title.toUpperCase(), summary, `${author}, ${readTime}`, hrefOf(index)].filter(Boolean).join('\n'),
    ),
    ...(cta
      ? [
          [cta.title.toUpperCase(), cta.body, `${cta.label}: ${hrefOf(articles.length)}`]
            .filter(Boolean)
            .join('\n'),
        ]
      : []),
    ...(ad ? [`Advertisement: ${ad.name}\n${hrefOf(articles.length + (cta ? 1 : 0))}`] : []),
    [
      '--',
      `You receive this email because you subscribed to ${magazine}.`,
      `Unsubscribe: ${foot.unsubscribe}`,
      `Change frequency: ${foot.preferences}`,
      `Read it in the browser: ${foot.archive}`,
      '',
      sender.name,
      sender.postal,
    ].join('\n'),
  ];
  return parts.join('\n\n');
}
