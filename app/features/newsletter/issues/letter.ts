// An issue as a letter: HTML with its styles inside, and the same as plain text. Pure.
import { escapeHtml } from '~/lib/escape';
import type { BulkMessage } from '~/platform/context';
import { unsubscribeHeaders } from '../confirmation-mail';
import { button, FONT, letterDocument, paragraph, SANS } from '../letter-html';
import { PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../reader-link';
import { ARCHIVE_PATH } from './archive-path';
import { type IssueContent, linksOf } from './issue';

/** Where the reader's own token comes; no text of an editor has it. */
const TOKEN = '\u0001token\u0001';

export interface Letter {
  subject: string;
  /** For one reader. */
  to(email: string, readerToken: string): BulkMessage;
}

interface Frame {
  siteUrl: string;
  /** `2026-11-24`: the issue's address in the archive. */
  day: string;
  /** `Nov 24, 2026`. */
  date: string;
}

/** Made once for all readers: only the links that are a reader's own differ. */
export function writeLetter(content: IssueContent, { siteUrl, day, date }: Frame): Letter {
  const { subject, preheader, magazine, sender } = content;
  const links = linksOf(content);
  const absolute = (link: string) => (link.startsWith('/') ? siteUrl + link : link);
  /** Of the link at this place. */
  const hrefOf = (place: number) =>
    content.countClicks ? `${siteUrl}/newsletter/go/${day}/${place}` : absolute(links[place]?.link ?? '/');
  const own = (path: string) => `${siteUrl}${path}?token=${TOKEN}`;
  const foot = {
    archive: `${siteUrl}${ARCHIVE_PATH}/${day}`,
    unsubscribe: own(UNSUBSCRIBE_PATH),
    preferences: own(PREFERENCES_PATH),
  };
  const html = letterDocument(
    subject,
    preheader,
    magazine,
    [
      `<p class="soft" style="margin:-12px 0 24px;font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(date)} · <a class="soft" href="${foot.archive}" style="color:#5a6072">Read it in the browser</a></p>`,
      ...content.intro.map((text) => paragraph(text).html),
      ...content.articles.map((article, place) => articleHtml(article, place, hrefOf(place), absolute)),
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

/** The first one is the issue's opening, with its picture. */
function articleHtml(
  article: Article,
  place: number,
  href: string,
  absolute: (link: string) => string,
): string {
  const { title, summary, author, readTime, category, image, imageAlt } = article;
  const isFirst = place === 0;
  const link = escapeHtml(href);
  const picture =
    isFirst && image
      ? `<a href="${link}"><img src="${escapeHtml(absolute(image))}" width="528" alt="${escapeHtml(imageAlt)}" style="display:block;width:100%;max-width:528px;height:auto;margin:0 0 16px;border:0"></a>`
      : '';
  const kicker = category
    ? `<p class="accent" style="margin:0 0 4px;font:bold 12px/1.4 ${SANS};letter-spacing:.06em;text-transform:uppercase;color:#7a1f2b">${escapeHtml(category)}</p>`
    : '';
  return `<div class="rule" style="margin:0 0 22px;padding:22px 0 0;border-top:1px solid #d9d3c5">
${picture}${kicker}<h2 style="margin:0 0 8px;font:bold ${isFirst ? 26 : 20}px/1.25 ${FONT}"><a class="ink" href="${link}" style="color:#1a2030;text-decoration:none">${escapeHtml(title)}</a></h2>
${summary ? `<p class="ink" style="margin:0 0 8px;font:16px/1.55 ${FONT};color:#1a2030">${escapeHtml(summary)}</p>` : ''}
<p class="soft" style="margin:0;font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(author)} · ${escapeHtml(readTime)}</p>
</div>`;
}

function ctaHtml({ articles, cta }: IssueContent, hrefOf: (place: number) => string): string[] {
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
<p style="margin:0 0 8px">You get this because you subscribed to ${escapeHtml(magazine)}.</p>
<p style="margin:0 0 8px">${link('Unsubscribe', unsubscribe)} · ${link('How often it comes', preferences)}</p>
<p style="margin:0">${escapeHtml(sender.name)}<br>${escapeHtml(sender.postal).replaceAll('\n', '<br>')}</p>
</div>`;
}

function textOf(content: IssueContent, date: string, hrefOf: (place: number) => string, foot: Foot): string {
  const { intro, articles, cta, ad, magazine, sender } = content;
  const parts = [
    `${magazine}, ${date}`,
    ...intro,
    ...articles.map(({ title, summary, author, readTime }, place) =>
      [title.toUpperCase(), summary, `${author}, ${readTime}`, hrefOf(place)].filter(Boolean).join('\n'),
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
      `You get this because you subscribed to ${magazine}.`,
      `Unsubscribe: ${foot.unsubscribe}`,
      `How often it comes: ${foot.preferences}`,
      `In the browser: ${foot.archive}`,
      '',
      sender.name,
      sender.postal,
    ].join('\n'),
  ];
  return parts.join('\n\n');
}
