// The Monday email about the readers of the last seven days. Pure.
import {
  button,
  type EmailPart,
  emailDocument,
  FONT,
  paragraph,
  SANS,
  smallLink,
  smallPrint,
} from '~/features/newsletter/emails/email-html';
import { escapeHtml } from '~/lib/html/escape';
import { countOf } from '~/lib/text';
import { addDays, formatDay } from '~/lib/time/dates';
import { fromZonedInput, isoDayIn } from '~/lib/time/zoned-time';
import type { MailMessage } from '~/platform/context';

const TIME = '08:00';
const MONDAY = 1;

/** Articles with fewer views say nothing about how far people read. */
export const MIN_VIEWS = 20;

/** Today if it is a Monday and 8:00 has passed, as `2026-11-23`; null otherwise. */
export function dueWeek(now: Date, timeZone: string): string | null {
  const day = isoDayIn(now, timeZone);
  if (new Date(`${day}T00:00Z`).getUTCDay() !== MONDAY) return null;
  const start = fromZonedInput(`${day}T${TIME}`, timeZone);
  return start && start <= now ? day : null;
}

export interface WeekFigures {
  views: number;
  engagedSeconds: number;
  signUps: number;
  /** Sign-ups of the week before. */
  signUpsBefore: number;
}

interface WeekArticle {
  title: string;
  slug: string;
}

export interface ReaderWeek {
  total: WeekFigures;
  /** Most engaged time first. */
  top: (WeekArticle & { views: number; engagedSeconds: number })[];
  /** Largest increase in views first. */
  grown: (WeekArticle & { views: number; before: number })[];
  /** Smallest share of views that reached the last quarter first. */
  leftEarly: (WeekArticle & { views: number; finished: number })[];
}

interface WeekFrame {
  to: string;
  siteUrl: string;
  /** The magazine's name. */
  name: string;
  /** The Monday; the email covers the seven days before it. */
  week: string;
}

export function weeklyMail(report: ReaderWeek, { to, siteUrl, name, week }: WeekFrame): MailMessage {
  const { total, top, grown, leftEarly } = report;
  const days = `${formatDay(addDays(week, -7), false)} to ${formatDay(addDays(week, -1))}`;
  const subject = `Your readers last week: ${countOf(total.views, 'page view')}, ${countOf(total.signUps, 'sign-up')}`;
  const list = (title: string, articles: readonly (WeekArticle & { note: string })[]) =>
    articles.length > 0
      ? [
          heading(title),
          ...articles.map(({ note, ...article }) =>
            item(article.title, `${siteUrl}/article/${article.slug}`, note),
          ),
        ]
      : [];
  const parts = [
    paragraph(
      `From ${days}: ${countOf(total.views, 'page view')}, ${minutes(total.engagedSeconds)}, and ${countOf(total.signUps, 'newsletter sign-up')} (${count(total.signUpsBefore)} in the week before).`,
    ),
    ...list(
      'Most read',
      top.map((row) => ({ ...row, note: `${countOf(row.views, 'view')}, ${minutes(row.engagedSeconds)}` })),
    ),
    ...list(
      'Grew most',
      grown.map((row) => ({
        ...row,
        note: `${countOf(row.views, 'view')}, up from ${count(row.before)} in the week before`,
      })),
    ),
    ...list(
      'Left early',
      leftEarly.map((row) => ({
        ...row,
        note: `${count(row.finished)} of ${countOf(row.views, 'view')} reached the last quarter`,
      })),
    ),
    button('View Readership', `${siteUrl}/admin/readership`),
    smallPrint(`Editors and admins of ${name} receive this email on Mondays.`),
    smallLink('Turn it off for everyone in the readership settings', `${siteUrl}/admin/readership/settings`),
  ];
  return {
    to,
    subject,
    text: [...parts.map(({ text }) => text), name].join('\n\n'),
    html: emailDocument(subject, days, name, parts.map(({ html }) => html).join('\n')),
  };
}

const count = (number: number) => number.toLocaleString('en-US');
const minutes = (seconds: number) => countOf(Math.round(seconds / 60), 'engaged minute');

function heading(text: string): EmailPart {
  return {
    html: `<h2 class="ink rule" style="margin:24px 0 12px;padding:18px 0 0;border-top:1px solid #d9d3c5;font:bold 20px/1.25 ${FONT};color:#1a2030">${escapeHtml(text)}</h2>`,
    text: text.toUpperCase(),
  };
}

function item(title: string, href: string, note: string): EmailPart {
  return {
    html: `<p style="margin:0 0 16px;font:17px/1.4 ${FONT}"><a class="ink" href="${escapeHtml(href)}" style="color:#1a2030">${escapeHtml(title)}</a><br><span class="soft" style="font:13px/1.5 ${SANS};color:#5a6072">${escapeHtml(note)}</span></p>`,
    text: `${title}\n${note}\n${href}`,
  };
}
