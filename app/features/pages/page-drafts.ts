// Drafts of the pages that the product links to: emails and security.txt point to the contact page, and the privacy page describes
// what this software stores. The editor opens them for review; nothing is published by itself.
import type { PageFields } from './page-view';

type PageDraft = Pick<PageFields, 'slug' | 'title' | 'summary' | 'content'> & {
  /** Why the magazine needs the page, for the list of pages. */
  reason: string;
};

const PRIVACY = `<p>You can read this magazine without telling us who you are. This page explains the few things we do record.</p>
<h2>What we count</h2>
<p>We want to know which articles are read, so we count page views ourselves, without a service from another company. For each view we record:</p>
<ul>
<li>the page, the day and the hour;</li>
<li>how long it was on screen while someone was reading, and how far down the article they got;</li>
<li>where the visit came from: another website, a campaign or newsletter link, or an unknown source;</li>
<li>whether the device is a phone, a tablet or a computer, and the country, if our hosting provider tells us;</li>
<li>what it led to: a newsletter sign-up, a saved or shared article, a search, or a click on a call to action.</li>
</ul>
<p>Nothing is stored in your browser for this. We do not record your network address or what your browser says about itself. To count each day’s readers, we turn both into a code with a secret key. The key is replaced every day, and key and codes are deleted when the day is over. After that, no one can connect your views with each other or with you. Single views are deleted after about 90 days; totals stay.</p>
<p>If your browser sends Global Privacy Control or Do Not Track, we count that a page was viewed and nothing else. You can turn either on in your browser’s privacy settings.</p>
<p>We also count what people search for, per day and without connecting searches to a person.</p>
<h2>Cookies</h2>
<p>We set no cookies to follow or count readers, so there is no consent banner. A cookie is set only when you ask for something that needs one: it remembers a text size, typeface or theme that you choose, shows a message after you submit a form, or keeps you signed in if you have an account. Your browser may also remember your theme and your recent searches. Those stay on your device.</p>
<h2>Advertising counts</h2>
<p>We count how often each advertisement is shown, seen and clicked. The counts are totals. They are not linked to your name, your email address or a profile of what you have read, and we do not use advertising networks that follow people from site to site. When you click an advertisement you leave our site, and the advertiser’s own privacy terms apply.</p>
<h2>Newsletter</h2>
<p>If you subscribe, we store your email address and the date you signed up, and we use them to send you the newsletter. We also store which form and article you signed up from and where that visit came from. Links in an issue say which issue they are in, and we may count how often each is clicked, but not by whom. We write to the address until you unsubscribe, and then keep it only so that we do not write to you again. Each issue contains an unsubscribe link. We do not sell, rent or lend the list.</p>
<h2>Accounts</h2>
<p>If you create an account, we store your name, your email address, the articles you save and your reading preferences. For 180 days we also keep when, from which network address and with what kind of device you signed in, so that we can investigate an attack. On your account page you can download what we hold, change it, and delete the account.</p>
<h2>Messages</h2>
<p>If you write to us, we keep your message and address for as long as we need to deal with it. Please do not send confidential client information.</p>
<h2>Server records</h2>
<p>Like nearly every website, ours may keep short-lived technical logs, such as requested addresses, times and network addresses, in order to keep the service running and to stop abuse. We do not use them to identify readers or to measure individual behavior.</p>
<h2>Your choices</h2>
<p>You may ask what we hold about you, have it corrected or have it deleted. Use the <a href="/page/contact">contact page</a> and write from the address concerned so that we can find the record. We will answer within 30 days.</p>
<h2>Changes</h2>
<p>If this page changes in a way that matters, we will say so at the top of it before the change takes effect.</p>`;

/** What the editor must replace. A page with it is not saved. */
export const TO_REPLACE = '[add your email address here]';

const CONTACT = `<p>Write to us at ${TO_REPLACE}. A person reads every message.</p>
<h2>Corrections</h2>
<p>Give us the title of the article, the sentence you believe to be wrong and, if you can, a source. We look into every report.</p>
<h2>Your account and the newsletter</h2>
<p>Each issue contains an unsubscribe link. If it gives you trouble, or if you cannot get into your account, write from the address concerned so that we can find it.</p>
<h2>Security</h2>
<p>If you found a vulnerability in this site, tell us how to reproduce it. We will answer before anything else.</p>
<h2>What we cannot do</h2>
<p>We cannot give legal advice, recommend a lawyer or comment on a pending matter. Please leave confidential details out of any message to us: writing to a magazine does not create an attorney-client relationship, and the message is not privileged.</p>`;

/** In the order in which they are offered. */
export const PAGE_DRAFTS: readonly PageDraft[] = [
  {
    slug: 'contact',
    title: 'Contact Us',
    summary: 'How to reach the editors, report an error or get help with your account.',
    content: CONTACT,
    reason: 'Account security emails and security.txt link to this page.',
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    summary: 'What we count, without cookies or personal profiles, and how to leave the newsletter.',
    content: PRIVACY,
    reason: 'It tells readers what this magazine counts and stores.',
  },
];

export const findPageDraft = (slug: string | null): PageDraft | undefined =>
  PAGE_DRAFTS.find((draft) => draft.slug === slug);
