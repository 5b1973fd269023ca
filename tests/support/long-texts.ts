// Fills a magazine with texts of the greatest length, every other one a single word.
import type pg from 'pg';

const WORD = "repeat('Unbreakablewordwithoutanyspace', 20)";
const WORDS = "repeat('Ordinary words of a text that is too long. ', 20)";

/** SQL for a text of `length` characters that contains the row's number `n`. */
const text = (length: number) =>
  `left(n || case when n % 2 = 0 then ${WORD} else ' ' || ${WORDS} end, ${length})`;

const EMAIL = `n || left(${WORD}, 60) || '@' || left(${WORD}, 60) || '.' || left(${WORD}, 60) || '.example.com'`;
const ADDRESS = `'https://example.com/' || left(${WORD}, 300)`;
const CONTENT = `'<h2>' || ${text(200)} || '</h2><p>' || ${text(300)} || '</p><ul><li>' || ${text(300)} || '</li></ul>
  <blockquote><p>' || ${text(300)} || '</p></blockquote><table><tbody><tr><td>' || ${text(200)} || '</td><td>1</td></tr></tbody></table>
  <pre>' || ${text(300)} || '</pre><p><a href="https://example.com/">' || ${ADDRESS} || '</a></p>'`;

const ROWS = [
  `insert into categories (name, slug, description) select ${text(120)}, 'category-' || n, ${text(500)} from rows`,
  `insert into tags (name, slug) select ${text(120)}, 'tag-' || n from rows`,
  `insert into authors (name, slug, role, bio) select ${text(200)}, 'author-' || n, ${text(80)}, ${text(600)} from rows`,
  `insert into articles (title, slug, summary, author, author_id, content, status, category_id, is_featured, is_popular,
     publish_date, first_published_at)
   select ${text(300)}, 'article-' || n, ${text(900)}, authors.name, authors.id, ${CONTENT},
     case n when 9 then 'draft' else 'published' end, categories.id, n < 4, true, now() - n * interval '1 hour',
     now() - n * interval '1 hour'
     from rows join authors on authors.slug = 'author-' || n join categories on categories.slug = 'category-' || (n % 4 + 1)`,
  `insert into article_tags (article_id, tag_id) select articles.id, tags.id from articles, tags`,
  `insert into pages (title, slug, summary, content) select ${text(200)}, 'page-' || n, ${text(500)}, ${CONTENT} from rows`,
  `insert into ads (name, html_content, link_url, priority)
   select ${text(200)}, '<p>' || ${text(400)} || '</p>', ${ADDRESS}, 1 from rows where n < 3`,
  `insert into ad_placements (ad_id, location) select ads.id, location from ads,
     unnest(array['homepage-hero', 'homepage-sidebar', 'footer', 'article-sidebar', 'article-bottom', 'category-sidebar']) location`,
  `insert into ctas (title, body, button_label, button_link)
   select ${text(200)}, ${text(600)}, ${text(60)}, ${ADDRESS} from rows where n < 4`,
  `insert into leads (email, source, status) select ${EMAIL}, ${text(60)}, 'confirmed' from rows`,
  `insert into media (key, name, alt, content_type, bytes, width, height)
   select 'media/' || n || '.png', ${text(200)}, ${text(500)}, 'image/png', 1000, 800, 600 from rows`,
  `insert into newsletter_issues (issue_date, subject, intro, status)
   select current_date - 7 * n::int, ${text(200)}, ${text(900)}, 'draft' from rows`,
  `insert into redirects (from_path, to_path) select '/' || n || left(${WORD}, 300), '/new/' || left(${WORD}, 300) from rows`,
  `insert into unknown_paths (path, hits) select '/' || n || left(${WORD}, 300), n from rows`,
  `with accounts as (insert into users (email, email_verified_at) select ${EMAIL}, now() from rows returning id, email)
   insert into profiles (user_id, full_name, role) select id, left(email, 110), 'editor' from accounts`,
  `insert into article_templates (name, fields)
   select ${text(100)}, jsonb_build_object('title', ${text(300)}, 'content', ${CONTENT}) from rows`,
  `insert into search_counts (day, query, searches) select current_date, left(${WORD}, 90) || n, n from rows`,
  `insert into search_synonyms (terms) select array[n || left(${WORD}, 50), 'like ' || n || left(${WORD}, 50)] from rows`,
  `insert into newsletter_issues (issue_date, status, sent_at, content)
   select current_date + 7, 'sent', now(), jsonb_build_object('subject', ${text(200)}, 'preheader', '', 'intro', array[${text(900)}],
     'countClicks', false, 'magazine', ${text(100)}, 'cta', null, 'ad', null,
     'articles', array[jsonb_build_object('id', gen_random_uuid(), 'title', ${text(300)}, 'link', ${ADDRESS}, 'summary', ${text(500)},
       'author', ${text(200)}, 'readTime', '5 min', 'category', ${text(120)}, 'image', null, 'imageAlt', '')],
     'sender', jsonb_build_object('name', ${text(100)}, 'address', 'news@example.com', 'postal', ${text(200)})) from rows where n = 2`,
  `insert into jobs (kind, title, status, finished_at, reason)
   select 'repair', ${text(200)}, 'failed', now(), ${text(400)} from rows`,
  `insert into job_items (job_id, key, status, reason) select jobs.id, n || left(${WORD}, 100), 'failed', ${text(400)} from jobs, rows`,
  `insert into transfer_files (format, origin, name, key, status)
   select 'archive', 'made', ${text(200)}, 'transfer/' || n, 'ready' from rows`,
  `insert into webhook_endpoints (url, events, secret_salt)
   select ${ADDRESS} || n, array['article.published', 'article.updated', 'lead.created'], '' from rows`,
  `insert into webhook_requests (body_hash, body, body_bytes, title, user_agent, finished_at, status, answer)
   select '', json_build_object('title', ${text(300)}), 500, ${text(300)}, ${text(300)}, now(), 422,
     json_build_object('error', ${text(300)}) from rows`,
  `insert into audit_log (event, subject, details)
   select 'article_updated', ${text(300)}, jsonb_build_object('title', ${text(300)}) from rows`,
];

export async function fillWithLongTexts(db: pg.Client): Promise<void> {
  for (const insert of ROWS) {
    const isData = insert.startsWith('with');
    await db.query(
      isData
        ? insert.replace('with ', 'with rows as (select generate_series(1, 9) as n), ')
        : `with rows as (select generate_series(1, 9) as n) ${insert}`,
    );
  }
}
