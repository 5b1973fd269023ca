// WordPress and Ghost exports with hostile content, for import tests.
import type { PayloadSource } from './write-routes';

const POSTS = 5;
/** Escapes `]]>`, so that the text cannot end its CDATA section. */
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
/** These characters are invalid in XML, and WordPress does not write them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes them on purpose
const plainXml = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

/** A WordPress export with hostile names, titles, excerpts and content. */
export function hostileWordpress(rich: PayloadSource, plain: PayloadSource): string {
  const items = Array.from({ length: POSTS }, (_, n) => {
    const name = `hostile-term-${n}`;
    return `<item><title>${cdata(plain(300))}</title><link>https://old.example/${n}/</link>
<dc:creator>${cdata(`writer-${n}`)}</dc:creator><content:encoded>${cdata(`<p>Begin.</p>${rich(3_000)}<p>End.</p>`)}</content:encoded>
<excerpt:encoded>${cdata(plain(300))}</excerpt:encoded><wp:post_id>${n + 1}</wp:post_id>
<wp:post_date_gmt>2021-03-04 09:05:06</wp:post_date_gmt><wp:post_name>${cdata(`hostile-wordpress-${n}`)}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="${n % 2 ? 'post_tag' : 'category'}" nicename="${name}">${cdata(plain(100))}</category></item>`;
  });
  const writers = Array.from(
    { length: POSTS },
    (_, n) =>
      `<wp:author><wp:author_id>${n}</wp:author_id><wp:author_login>writer-${n}</wp:author_login><wp:author_display_name>${cdata(plain(150))}</wp:author_display_name></wp:author>`,
  );
  return plainXml(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>${cdata(plain(200))}</title><link>https://old.example</link><description>${cdata(plain(200))}</description>
<wp:wxr_version>1.2</wp:wxr_version>${writers.join('')}${items.join('')}</channel></rss>`);
}

/** The same as a Ghost export. */
export function hostileGhost(rich: PayloadSource, plain: PayloadSource): string {
  const all = Array.from({ length: POSTS }, (_, n) => n);
  const id = (n: number) => `65a00000000000000000b${String(n).padStart(3, '0')}`;
  const posts = all.map((n) => ({
    id: id(n),
    title: plain(300),
    slug: `hostile-ghost-${n}`,
    html: `<p>Begin.</p>${rich(3_000)}<p>End.</p>`,
    custom_excerpt: plain(300),
    status: 'published',
    visibility: 'public',
    type: 'post',
    published_at: '2024-01-02T09:00:00.000Z',
  }));
  const link = (n: number) => ({ id: String(n), post_id: id(n), sort_order: 0 });
  const data = {
    posts,
    posts_authors: all.map((n) => ({ ...link(n), author_id: `u${n}` })),
    posts_tags: all.map((n) => ({ ...link(n), tag_id: `t${n}` })),
    settings: [{ id: '1', key: 'title', value: plain(200) }],
    tags: all.map((n) => ({ id: `t${n}`, name: plain(100), slug: `hostile-tag-${n}`, visibility: 'public' })),
    users: all.map((n) => ({ id: `u${n}`, name: plain(150), slug: `user-${n}` })),
  };
  return JSON.stringify({ db: [{ meta: { version: '5.75.0' }, data }] });
}
