-- The schema of the first release. Functions and triggers are copies of db/functions/ and db/triggers/.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Functions come before the tables that use them.
SET LOCAL check_function_bodies = off;
--> statement-breakpoint
create or replace function keep_an_admin(leaving uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  can_sign_in uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('the last admin', 0));
  SELECT array_agg(u.id) INTO can_sign_in FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE p.role = 'admin' AND u.email_verified_at IS NOT NULL AND (u.banned_until IS NULL OR u.banned_until <= now());
  IF can_sign_in = ARRAY[leaving] THEN
    RAISE EXCEPTION 'This is the only admin. Make someone else an admin first.' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function is_about_its_actor(event text, details jsonb)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$
  SELECT event ~ '^(signed|sign_in|token|password|reset|factor|recovery|identity)_'
    OR (event = 'user_updated' AND coalesce(details->>'what' IN ('name', 'email', 'password', 'data'), false))
$$;
--> statement-breakpoint
create or replace function forget_deleted_person()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  -- The current and former addresses. An address that was only requested never belonged to the account.
  theirs text[] := ARRAY(
    SELECT replace(replace(replace(a.address, '\', '\\'), '%', '\%'), '_', '\_')
    FROM (SELECT OLD.email UNION
      SELECT l.subject FROM audit_log l
      WHERE l.actor_id = OLD.id AND l.event = 'user_updated' AND l.details->>'what' = 'email') a (address)
    WHERE a.address <> ''
      AND NOT EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(a.address) AND u.id <> OLD.id));
  called text := coalesce(
    (SELECT p.full_name FROM profiles p WHERE p.user_id = OLD.id AND p.role IS NOT NULL AND p.full_name <> ''),
    'A deleted account');
BEGIN
  -- Clears the actor here: the foreign key would update every row a second time.
  UPDATE audit_log l SET
    actor_id = CASE WHEN l.actor_id = OLD.id THEN NULL ELSE l.actor_id END,
    subject = CASE WHEN l.subject ILIKE ANY (theirs) OR (l.actor_id = OLD.id AND is_about_its_actor(l.event, l.details))
      THEN NULL ELSE l.subject END,
    address = CASE WHEN l.actor_id = OLD.id OR l.actor_id IS NULL THEN NULL ELSE l.address END,
    details = CASE WHEN l.event = 'user_updated' AND l.details->>'what' IN ('name', 'email')
        THEN l.details - 'from' - 'to' ELSE l.details END
      || CASE WHEN l.actor_id = OLD.id THEN jsonb_build_object('who', called)
        WHEN l.actor_id IS NULL AND l.address IS NOT NULL AND NOT l.details ?| ARRAY['who', 'cause']
        THEN '{"who": "Someone"}' ELSE '{}' END
  WHERE l.actor_id = OLD.id
    OR (l.subject ILIKE ANY (theirs) AND (l.actor_id IS NULL OR NOT is_about_its_actor(l.event, l.details)));
  RETURN OLD;
END $$;
--> statement-breakpoint
create or replace function prose_document(value text)
  RETURNS tsvector
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT to_tsvector('english', separate_words(normal))
    || array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(normal)) AS word))
  FROM (SELECT search_normal(value) AS normal OFFSET 0) AS n
$$;
--> statement-breakpoint
create or replace function prose_query(typed text)
  RETURNS tsquery
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT join_queries(array(
    SELECT plainto_tsquery('english', word) || word_query(word, true) FROM unnest(list_words(search_normal(typed))) AS word), '&')
$$;
--> statement-breakpoint
create or replace function check_synonyms()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.terms IS NULL THEN RETURN NEW; END IF;
  NEW.terms := array(
    SELECT term FROM (
      SELECT array_to_string(list_words(search_normal(typed)), ' ') AS term, min(place) AS place
      FROM unnest(NEW.terms) WITH ORDINALITY AS t (typed, place) GROUP BY 1) AS normal
    WHERE term <> '' ORDER BY place);
  IF EXISTS (SELECT FROM unnest(NEW.terms) AS term WHERE length(term) > 60) THEN
    RAISE check_violation USING MESSAGE = 'A term is too long', CONSTRAINT = 'search_synonyms_term_length';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('search_synonyms'));
  IF EXISTS (SELECT FROM search_synonyms s WHERE s.id <> NEW.id AND s.terms && NEW.terms) THEN
    RAISE unique_violation USING MESSAGE = 'A term is in another group', CONSTRAINT = 'search_synonyms_one_group';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function magazine_zone()
  RETURNS text
  LANGUAGE sql
  STABLE
AS $$ SELECT coalesce((SELECT value->>'timeZone' FROM settings WHERE key = 'site'), 'America/New_York') $$;
--> statement-breakpoint
create or replace function magazine_day(moment timestamp with time zone, zone text)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
create or replace function count_ad_impressions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  zone text := magazine_zone();
  difference int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO ad_days AS d (ad_id, day, location, category_id, impressions)
  SELECT ad_id, magazine_day(quarter, zone) AS day, location, category_id, difference * sum(total)
  FROM (
    SELECT ad_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, coalesce(location, '') AS location,
      category_id, count(*) AS total
    FROM changed GROUP BY 1, 2, 3, 4
  ) AS quarters
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (ad_id, day, location, category_id) DO UPDATE SET impressions = d.impressions + excluded.impressions;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_ad_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  zone text := magazine_zone();
  difference int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO ad_days AS d (ad_id, day, location, category_id, viewable, clicks)
  SELECT ad_id, magazine_day(quarter, zone) AS day, location, category_id, difference * sum(viewable),
    difference * sum(clicks)
  FROM (
    SELECT ad_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, coalesce(location, '') AS location,
      category_id, count(*) FILTER (WHERE kind = 'viewable') AS viewable, count(*) FILTER (WHERE kind = 'click') AS clicks
    FROM changed GROUP BY 1, 2, 3, 4
  ) AS quarters
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (ad_id, day, location, category_id)
  DO UPDATE SET viewable = d.viewable + excluded.viewable, clicks = d.clicks + excluded.clicks;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function forget_ad_impressions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE ad_days SET impressions = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function forget_ad_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE ad_days SET viewable = 0, clicks = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function is_public(status text, deleted_at timestamp with time zone)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT status = 'published' AND deleted_at IS NULL $$;
--> statement-breakpoint
create or replace function keep_first_publication()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.first_published_at IS NOT NULL THEN
    NEW.first_published_at := OLD.first_published_at;
  ELSIF NEW.status = 'published' AND NEW.first_published_at IS NULL THEN
    NEW.first_published_at := NEW.publish_date;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function raise_article_version()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.version = OLD.version AND
    (NEW.title, NEW.summary, NEW.content, NEW.author, NEW.slug, NEW.image_url, NEW.image_alt, NEW.status,
      NEW.is_featured, NEW.is_popular, NEW.members_only, NEW.read_time, NEW.category_id, NEW.publish_at, NEW.deleted_at)
    IS DISTINCT FROM
    (OLD.title, OLD.summary, OLD.content, OLD.author, OLD.slug, OLD.image_url, OLD.image_alt, OLD.status,
      OLD.is_featured, OLD.is_popular, OLD.members_only, OLD.read_time, OLD.category_id, OLD.publish_at, OLD.deleted_at)
  THEN
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.version <> OLD.version THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function coauthor_names(article uuid)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN array(SELECT au.name FROM article_coauthors c JOIN authors au ON au.id = c.author_id
    WHERE c.article_id = article ORDER BY c.position);
END $$;
--> statement-breakpoint
create or replace function coauthors_of(article uuid, with_profiles boolean default false)
  RETURNS json
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN (
    SELECT json_agg(CASE WHEN with_profiles
      THEN json_build_object('name', au.name, 'slug', au.slug, 'profile', author_profile(au))
      ELSE json_build_object('name', au.name, 'slug', au.slug) END ORDER BY c.position)
    FROM article_coauthors c JOIN authors au ON au.id = c.author_id WHERE c.article_id = article);
END $$;
--> statement-breakpoint
create or replace function cards_in(html text)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  IF strpos(html, '<figure data-block="article"') = 0 THEN RETURN NULL; END IF;
  RETURN (
    SELECT json_agg(json_build_object('id', a.id, 'slug', a.slug, 'title', a.title, 'summary', a.summary, 'author', a.author,
      'authorSlug', au.slug, 'coauthors', coauthors_of(a.id), 'publishDate', a.publish_date, 'readTime', a.read_time,
      'imageUrl', a.image_url, 'imageAlt', a.image_alt,
      'isPopular', a.is_popular OR a.id IN (SELECT m.article_id FROM most_read m WHERE m.is_popular),
      'isFeatured', a.is_featured, 'membersOnly', a.members_only, 'categoryId', a.category_id, 'categorySlug', c.slug,
      'categoryName', c.name))
    FROM articles a LEFT JOIN categories c ON c.id = a.category_id LEFT JOIN authors au ON au.id = a.author_id
    WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id IN (
      SELECT DISTINCT named[1]::uuid
      FROM regexp_matches(html, 'data-block="article" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
      LIMIT 50));
END $$;
--> statement-breakpoint
create or replace function escape_html(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT replace(replace(replace(replace(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') $$;
--> statement-breakpoint
create or replace function with_current_blocks(html text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE opening CONSTANT text := '<figure data-block="';
BEGIN
  IF strpos(html, opening || 'article"') = 0 AND strpos(html, opening || 'cta"') = 0 THEN RETURN html; END IF;
  RETURN (
    SELECT string_agg(CASE
      WHEN id IS NOT NULL THEN coalesce(opening || split_part(part, '>', 1) || '>' || link || '</figure>', '')
        || substr(part, strpos(part, '</figure>') + length('</figure>'))
      WHEN place > 1 THEN opening || part
      ELSE part END, '' ORDER BY place)
    FROM (
      SELECT part, place, id, CASE WHEN starts_with(part, 'article') THEN
          (SELECT '<a href="/article/' || a.slug || '">' || escape_html(a.title) || '</a>'
          FROM articles a WHERE a.id = named.id AND is_public(a.status, a.deleted_at))
        ELSE
          (SELECT CASE c.button_link WHEN '' THEN escape_html(c.title)
            ELSE '<a href="' || escape_html(c.button_link) || '">' || escape_html(c.title) || '</a>' END
          FROM ctas c WHERE c.id = named.id AND c.active) END AS link
      FROM string_to_table(html, opening) WITH ORDINALITY AS parts (part, place), LATERAL (
        SELECT substring(part FROM '^(?:article|cta)" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})">')::uuid AS id) named
    ) blocks);
END $$;
--> statement-breakpoint
create or replace function skip_author_as_coauthor()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM articles WHERE id = NEW.article_id AND author_id = NEW.author_id) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function remove_author_from_coauthors()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = NEW.id AND author_id = NEW.author_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function lock_article(article uuid, expected integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version integer;
BEGIN
  SELECT version INTO found_version FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Someone else changed this article' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_article_image(article uuid, expected text, wanted text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_url text;
BEGIN
  SELECT coalesce(image_url, '') INTO found_url FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_url <> coalesce(expected, '') THEN
    RAISE EXCEPTION 'Someone changed this article''s image. Reload to see it.' USING ERRCODE = 'MG409';
  END IF;
  IF wanted LIKE '/media/%' THEN
    PERFORM 1 FROM media WHERE key = substr(wanted, length('/media/') + 1) FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'This image no longer exists' USING ERRCODE = 'MG404';
    END IF;
  END IF;
END $$;
--> statement-breakpoint
create or replace function article_beginning(content text)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  half CONSTANT text := left(content, length(content) / 2);
  parts text[];
  place integer := 0;
  depth integer := 0;
  blocks integer := 0;
  shown integer := 0;
BEGIN
  FOR parts IN SELECT regexp_matches(half, '([^<]*<(/?)([a-z][a-z0-9]*)[^>]*>)', 'g') LOOP
    place := place + length(parts[1]);
    CONTINUE WHEN parts[3] IN ('br', 'hr', 'img', 'col');
    depth := depth + CASE WHEN parts[2] = '/' THEN -1 ELSE 1 END;
    CONTINUE WHEN depth > 0;
    blocks := blocks + 1;
    IF parts[3] !~ '^h[1-6]$' THEN shown := place; END IF;
    EXIT WHEN blocks = 3;
  END LOOP;
  RETURN left(half, shown);
END $$;
--> statement-breakpoint
create or replace function counted_status(status text, deleted_at timestamp with time zone)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END $$;
--> statement-breakpoint
create or replace function count_inserted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM new_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM new_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_updated_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT status, category_id, sum(difference) FROM (
    SELECT counted_status(status, deleted_at) AS status, category_id, 1 AS difference FROM new_rows
    UNION ALL
    SELECT counted_status(status, deleted_at), category_id, -1 FROM old_rows
  ) AS changes GROUP BY 1, 2 HAVING sum(difference) <> 0;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT kind, owner_id, sum(difference) FROM (
    SELECT 'author' AS kind, author_id AS owner_id, 1 AS difference FROM new_rows WHERE is_public(status, deleted_at)
    UNION ALL
    SELECT 'author', author_id, -1 FROM old_rows WHERE is_public(status, deleted_at)
    UNION ALL
    SELECT 'tag', t.tag_id, CASE WHEN is_public(n.status, n.deleted_at) THEN 1 ELSE -1 END
      FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN article_tags t ON t.article_id = n.id
      WHERE is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at)
    UNION ALL
    SELECT 'author', c.author_id, CASE WHEN is_public(n.status, n.deleted_at) THEN 1 ELSE -1 END
      FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN article_coauthors c ON c.article_id = n.id
      WHERE is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at)
  ) AS changes WHERE owner_id IS NOT NULL GROUP BY 1, 2 HAVING sum(difference) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_deleted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, -count(*) FROM old_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, -count(*) FROM old_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function take_tags_off_article()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_tags WHERE article_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
create or replace function take_coauthors_off_article()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
create or replace function count_tagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM new_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, count(*) FROM new_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_untagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM old_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, -count(*) FROM old_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_retagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM new_rows UNION SELECT article_id FROM old_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, sum(t.difference) FROM (
    SELECT article_id, tag_id, 1 AS difference FROM new_rows
    UNION ALL SELECT article_id, tag_id, -1 FROM old_rows
  ) AS t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2 HAVING sum(t.difference) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function count_coauthored_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM changed_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', c.author_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed_rows c JOIN articles a ON a.id = c.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function compact_article_counts()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('compact article counts')) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM article_count_entries RETURNING status, category_id, difference)
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT status, category_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
  WITH gone AS (DELETE FROM published_count_entries RETURNING kind, owner_id, difference)
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT kind, owner_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
END $$;
--> statement-breakpoint
create or replace function compact_counts_now_and_then()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF (SELECT max(id) % 100 < count(*) FROM new_rows) THEN PERFORM compact_article_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function recount_articles()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  LOCK TABLE articles, article_tags, article_coauthors, article_count_entries, published_count_entries IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM article_count_entries;
  DELETE FROM published_count_entries;
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM articles GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM articles
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2
  UNION ALL
  SELECT 'tag', t.tag_id, count(*) FROM article_tags t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2
  UNION ALL
  SELECT 'author', c.author_id, count(*) FROM article_coauthors c JOIN articles a ON a.id = c.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
END $$;
--> statement-breakpoint
create or replace function note_index_now(paths text[])
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO index_now_paths (path) SELECT DISTINCT noted FROM unnest(paths) AS noted
  WHERE coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM settings s WHERE s.key = 'site' AND coalesce(s.value ->> 'indexNowKey', '') <> '')
  ORDER BY noted
  ON CONFLICT (path) DO UPDATE SET noted_at = clock_timestamp(), tries = 0, claimed_until = NULL
$$;
--> statement-breakpoint
create or replace function is_indexable(seo jsonb)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT NOT seo ?| ARRAY['hideFromSearch', 'canonicalUrl'] $$;
--> statement-breakpoint
create or replace function note_article_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_path text := CASE WHEN is_public(OLD.status, OLD.deleted_at) AND is_indexable(OLD.seo) THEN '/article/' || OLD.slug END;
  new_path text := CASE WHEN is_public(NEW.status, NEW.deleted_at) AND is_indexable(NEW.seo) THEN '/article/' || NEW.slug END;
BEGIN
  IF old_path IS DISTINCT FROM new_path THEN
    PERFORM note_index_now(array_remove(ARRAY[old_path, new_path], NULL));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function note_page_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_path text := CASE WHEN is_indexable(OLD.seo) THEN '/page/' || OLD.slug END;
  new_path text := CASE WHEN is_indexable(NEW.seo) THEN '/page/' || NEW.slug END;
BEGIN
  IF old_path IS DISTINCT FROM new_path THEN
    PERFORM note_index_now(array_remove(ARRAY[old_path, new_path], NULL));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function lock_job_item(item bigint, attempt integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM job_items WHERE id = item AND status = 'running' AND attempts = attempt FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This work is in other hands now' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_transfer_file(file uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM transfer_files WHERE id = file FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This file no longer exists. Files are kept for a week.' USING ERRCODE = 'MG404';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_newsletter_issue(issue uuid, expected text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM newsletter_issues WHERE id = issue AND status = 'draft'
    AND (expected IS NULL OR updated_at::text = expected) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Someone else changed this issue, or it is already being sent.' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function page_version(updated_at timestamp with time zone)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT (extract(epoch FROM updated_at) * 1000000)::bigint $$;
--> statement-breakpoint
create or replace function lock_page(page uuid, expected bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version bigint;
BEGIN
  SELECT page_version(updated_at) INTO found_version FROM pages WHERE id = page FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This page no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Someone else changed this page' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function media_keys(texts text)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT key FROM (
    SELECT DISTINCT (regexp_matches(texts, '/media/([\w./-]+)', 'g'))[1] AS key WHERE texts LIKE '%/media/%'
  ) AS found
  WHERE length(key) <= 300
$$;
--> statement-breakpoint
create or replace function keep_media_uses()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE texts text := '';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM media_uses WHERE kind = TG_TABLE_NAME AND owner_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT string_agg(to_jsonb(NEW) ->> name, ' ') INTO texts FROM unnest(TG_ARGV) AS name;
    INSERT INTO media_uses (key, kind, owner_id) SELECT key, TG_TABLE_NAME, NEW.id FROM media_keys(texts) AS key;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function keep_media_document()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.document := prose_document(concat_ws(' ', NEW.name, NEW.alt));
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function magazine_time(moment timestamp with time zone, zone text)
  RETURNS timestamp without time zone
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN moment AT TIME ZONE 'UTC';
END $$;
--> statement-breakpoint
create or replace function move_author_reading(merged uuid, kept uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  WITH moved AS (DELETE FROM reading_groups WHERE kind = 'author' AND name = merged::text RETURNING *)
  INSERT INTO reading_groups AS t (day, kind, name, views, engaged_seconds, sign_ups)
  SELECT day, kind, kept::text, views, engaged_seconds, sign_ups FROM moved
  ON CONFLICT (kind, day, name) DO UPDATE SET views = t.views + excluded.views,
    engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, sign_ups = t.sign_ups + excluded.sign_ups;
END $$;
--> statement-breakpoint
create or replace function count_reading(most integer)
  RETURNS TABLE (taken integer, counted integer)
  LANGUAGE plpgsql
  SET enable_nestloop TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  zone text := magazine_zone();
  today date := magazine_time(now(), zone)::date;
  -- Referrers, campaigns and newsletter links of a day that have a row each.
  most_names CONSTANT integer := 500;
  -- The names with the most views on the previous day always have a row, so made-up names cannot displace them.
  kept_names CONSTANT integer := 100;
BEGIN
  -- One transaction counts at a time. The next statement sees what the previous one counted.
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  RETURN QUERY
  WITH waiting AS (
    DELETE FROM reading_beacons
    WHERE id <= (SELECT max(b.id) FROM (SELECT id FROM reading_beacons ORDER BY id LIMIT most) AS b) RETURNING *
  ), started AS (
    -- The browser asks for the token again if the answer is lost.
    SELECT DISTINCT ON (w.view_id) w.view_id, w.created_at AS at, magazine_time(w.created_at, zone) AS local, v.*
    FROM waiting w, jsonb_to_record(w.data) AS v (page text, article uuid, "sourceKind" text, source text, device text,
      country text, reader text)
    WHERE w.kind = 'view' AND (SELECT v.id FROM page_views v WHERE v.id = w.view_id) IS NULL
    ORDER BY w.view_id, w.id
  ), new_names AS (
    SELECT n.*, CASE WHEN kind = 'referral' THEN 'referrer' ELSE kind END AS grouped_as,
      row_number() OVER (PARTITION BY day, kind ORDER BY first_at, source) AS place
    FROM (
      SELECT local::date AS day, "sourceKind" AS kind, source, min(at) AS first_at FROM started WHERE source <> '' GROUP BY 1, 2, 3
    ) AS n
    WHERE (SELECT g.day FROM reading_groups g WHERE g.kind = 'source' AND g.name = n.kind || chr(9) || source AND g.day = n.day) IS NULL
  ), name_counts AS (
    SELECT d.*, (SELECT count(*) FROM reading_groups g WHERE g.kind = d.grouped_as AND g.day = d.day) AS names
    FROM (SELECT DISTINCT day, grouped_as FROM new_names) AS d
  ), left_out AS (
    SELECT n.day, n.kind, n.source FROM new_names n JOIN name_counts c USING (day, grouped_as)
    WHERE n.place + c.names > most_names AND n.kind || chr(9) || n.source NOT IN (
      SELECT g.name FROM reading_groups g WHERE g.kind = n.grouped_as AND g.day = n.day - 1
      ORDER BY g.views DESC, g.name LIMIT kept_names)
  ), progress AS (
    SELECT w.view_id, max(p.seconds) AS seconds, max(p.quarter) AS quarter, max(w.created_at) AS at
    FROM waiting w, jsonb_to_record(w.data) AS p (seconds int, quarter int)
    WHERE w.kind = 'progress' GROUP BY w.view_id
  ), views AS (
    SELECT s.view_id, true AS is_new, s.at AS started_at, greatest(s.at, p.at) AS seen_at, s.local::date AS day,
      extract(hour FROM s.local)::smallint AS hour, s.page, s.article AS article_id, s."sourceKind" AS source_kind,
      CASE WHEN l.source IS NULL THEN s.source ELSE '' END AS source, s.device, s.country, s.reader, 0 AS old_seconds,
      coalesce(p.seconds, 0) AS seconds, 0 AS old_quarter, coalesce(p.quarter, 0) AS quarter
    FROM started s LEFT JOIN progress p USING (view_id)
      LEFT JOIN left_out l ON l.day = s.local::date AND l.kind = s."sourceKind" AND l.source = s.source
    UNION ALL
    SELECT v.id, false, v.started_at, greatest(v.seen_at, p.at), v.day, v.hour, v.page, v.article_id, v.source_kind, v.source,
      v.device, v.country, v.reader, v.engaged_seconds, greatest(v.engaged_seconds, p.seconds), v.quarter,
      greatest(v.quarter, p.quarter)
    FROM progress p CROSS JOIN LATERAL (SELECT * FROM page_views WHERE id = p.view_id OFFSET 0) AS v
  ), judged AS (
    SELECT v.*,
      is_new AND reader IS NOT NULL AND row_number() OVER (PARTITION BY is_new, reader ORDER BY started_at, view_id) = 1
        AND NOT EXISTS (SELECT FROM page_views o WHERE o.reader = v.reader) AS is_first,
      is_new AND reader IS NOT NULL AND article_id IS NOT NULL
        AND row_number() OVER (PARTITION BY is_new, reader, article_id ORDER BY started_at, view_id) = 1
        AND NOT EXISTS (SELECT FROM page_views o WHERE o.reader = v.reader AND o.article_id = v.article_id) AS is_first_of_article
    FROM views v
  ), logged AS (
    INSERT INTO page_views AS v (id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country,
      reader, is_first, is_first_of_article, engaged_seconds, quarter)
    SELECT view_id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country, reader, is_first,
      is_first_of_article, seconds, quarter
    FROM judged
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, engaged_seconds = excluded.engaged_seconds,
      quarter = excluded.quarter
    RETURNING 1
  ), reported AS (
    -- A sign-up without a view is a form that was sent without JavaScript.
    SELECT DISTINCT ON (view_id, kind, target) r.*, magazine_time(r.at, zone) AS local
    FROM (
      SELECT w.view_id, o ->> 0 AS kind, o ->> 1 AS target, NULL::uuid AS article, w.created_at AS at, w.id
      FROM waiting w, jsonb_array_elements(w.data -> 'outcomes') AS o WHERE w.kind = 'progress'
      UNION ALL
      SELECT w.view_id, 'sign_up', w.data ->> 'form', (w.data ->> 'article')::uuid, w.created_at, w.id
      FROM waiting w WHERE w.kind = 'sign_up'
    ) AS r
    ORDER BY view_id, kind, target, id
  ), outcomes AS (
    INSERT INTO reading_outcomes (view_id, kind, target, article_id, at, day, hour)
    SELECT r.view_id, r.kind, r.target, coalesce(r.article, v.article_id, p.article_id), r.at, r.local::date,
      extract(hour FROM r.local)::smallint
    FROM reported r LEFT JOIN judged v USING (view_id)
      LEFT JOIN LATERAL (SELECT * FROM page_views WHERE id = r.view_id OFFSET 0) AS p ON true
    -- The progress of an unknown view counts for nothing.
    WHERE r.kind = 'sign_up' OR v.view_id IS NOT NULL OR p.id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING *
  ), changes AS (
    SELECT day, hour, page, article_id, source_kind, source, device, country, is_new::int AS views, is_first::int AS firsts,
      is_first_of_article::int AS article_firsts, seconds - old_seconds AS engaged,
      (quarter >= 1)::int - (old_quarter >= 1)::int AS q1, (quarter >= 2)::int - (old_quarter >= 2)::int AS q2,
      (quarter >= 3)::int - (old_quarter >= 3)::int AS q3, (quarter >= 4)::int - (old_quarter >= 4)::int AS q4,
      0 AS sign_ups, 0 AS saves, 0 AS shares, 0 AS cta_clicks
    FROM judged
    UNION ALL
    SELECT o.day, o.hour, coalesce(v.page, p.page, CASE WHEN o.article_id IS NULL THEN 'other' ELSE 'article' END), o.article_id,
      coalesce(v.source_kind, p.source_kind, 'unknown'), coalesce(v.source, p.source, ''), coalesce(v.device, p.device, ''),
      coalesce(v.country, p.country, ''), 0, 0, 0, 0, 0, 0, 0, 0, (kind = 'sign_up')::int, (kind = 'save')::int,
      (kind = 'share')::int, (kind = 'cta_click')::int
    FROM outcomes o LEFT JOIN judged v USING (view_id)
      LEFT JOIN LATERAL (SELECT * FROM page_views WHERE id = o.view_id OFFSET 0) AS p ON true
    WHERE kind IN ('sign_up', 'save', 'share', 'cta_click')
  ), totals AS (
    INSERT INTO reading_totals AS t (day, page, article_id, source_kind, source, device, views, readers, engaged_seconds,
      quarter1, quarter2, quarter3, quarter4, sign_ups)
    SELECT day, page, article_id, source_kind, source, device, sum(views), sum(article_firsts), sum(engaged), sum(q1), sum(q2),
      sum(q3), sum(q4), sum(c.sign_ups)
    FROM changes c GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (article_id, day, page, source_kind, source, device) DO UPDATE SET views = t.views + excluded.views,
      readers = t.readers + excluded.readers, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds,
      quarter1 = t.quarter1 + excluded.quarter1, quarter2 = t.quarter2 + excluded.quarter2,
      quarter3 = t.quarter3 + excluded.quarter3, quarter4 = t.quarter4 + excluded.quarter4,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), days AS (
    INSERT INTO reading_days AS t (article_id, day, views, readers, engaged_seconds, quarter1, quarter2, quarter3, quarter4,
      sign_ups, saves, shares, cta_clicks)
    SELECT article_id, day, sum(views), sum(article_firsts), sum(engaged), sum(q1), sum(q2), sum(q3), sum(q4), sum(c.sign_ups),
      sum(c.saves), sum(c.shares), sum(c.cta_clicks)
    FROM changes c WHERE article_id IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (article_id, day) DO UPDATE SET views = t.views + excluded.views, readers = t.readers + excluded.readers,
      engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, quarter1 = t.quarter1 + excluded.quarter1,
      quarter2 = t.quarter2 + excluded.quarter2, quarter3 = t.quarter3 + excluded.quarter3,
      quarter4 = t.quarter4 + excluded.quarter4, sign_ups = t.sign_ups + excluded.sign_ups, saves = t.saves + excluded.saves,
      shares = t.shares + excluded.shares, cta_clicks = t.cta_clicks + excluded.cta_clicks
  ), hours AS (
    INSERT INTO reading_hours AS t (day, hour, views, article_views, readers, engaged_seconds, quarter1, quarter2, quarter3,
      quarter4, sign_ups)
    SELECT day, hour, sum(views), coalesce(sum(views) FILTER (WHERE article_id IS NOT NULL), 0), sum(firsts), sum(engaged),
      sum(q1), sum(q2), sum(q3), sum(q4), sum(c.sign_ups)
    FROM changes c GROUP BY 1, 2
    ON CONFLICT (day, hour) DO UPDATE SET views = t.views + excluded.views, article_views = t.article_views + excluded.article_views,
      readers = t.readers + excluded.readers, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds,
      quarter1 = t.quarter1 + excluded.quarter1, quarter2 = t.quarter2 + excluded.quarter2,
      quarter3 = t.quarter3 + excluded.quarter3, quarter4 = t.quarter4 + excluded.quarter4,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), groups AS (
    INSERT INTO reading_groups AS t (day, kind, name, views, engaged_seconds, sign_ups)
    SELECT day, g.kind, g.name, sum(views), sum(engaged), sum(c.sign_ups)
    FROM changes c, LATERAL (
      VALUES ('source', source_kind || chr(9) || source), ('device', device), ('country', country), ('page', page)
      UNION ALL
      SELECT CASE WHEN source_kind IN ('campaign', 'newsletter') THEN source_kind ELSE 'referrer' END,
        source_kind || chr(9) || source WHERE source_kind <> 'internal'
      UNION ALL
      SELECT of_article.* FROM (SELECT category_id, author_id FROM articles WHERE id = c.article_id) AS a,
        LATERAL (VALUES ('category', coalesce(category_id::text, '')), ('author', coalesce(author_id::text, ''))) AS of_article
      UNION ALL
      SELECT 'tag', tag_id::text FROM article_tags WHERE article_id = c.article_id
    ) AS g (kind, name)
    GROUP BY 1, 2, 3
    ON CONFLICT (kind, day, name) DO UPDATE SET views = t.views + excluded.views,
      engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, sign_ups = t.sign_ups + excluded.sign_ups
  ), cta_sign_ups AS (
    -- Sign-ups of views that showed a call to action. A pair counts when the later of its two outcomes is logged.
    SELECT s.day, c.target, c.article_id
    FROM outcomes s JOIN outcomes c ON c.view_id = s.view_id AND c.kind = 'cta_view' WHERE s.kind = 'sign_up'
    UNION ALL
    SELECT s.day, c.target, c.article_id
    FROM outcomes s CROSS JOIN LATERAL (
      SELECT o.target, o.article_id FROM reading_outcomes o WHERE o.view_id = s.view_id AND o.kind = 'cta_view' OFFSET 0) AS c
    WHERE s.kind = 'sign_up'
    UNION ALL
    SELECT s.day, c.target, c.article_id
    FROM outcomes c CROSS JOIN LATERAL (
      SELECT o.day FROM reading_outcomes o WHERE o.view_id = c.view_id AND o.kind = 'sign_up' OFFSET 0) AS s
    WHERE c.kind = 'cta_view'
  ), cta_totals AS (
    INSERT INTO cta_days AS t (cta_id, day, article_id, views, clicks, sign_ups)
    SELECT target::uuid, day, article_id, count(*) FILTER (WHERE kind = 'cta_view'), count(*) FILTER (WHERE kind = 'cta_click'),
      count(*) FILTER (WHERE kind = 'sign_up')
    FROM (
      SELECT target, day, article_id, kind FROM outcomes WHERE kind IN ('cta_view', 'cta_click')
      UNION ALL
      SELECT target, day, article_id, 'sign_up' FROM cta_sign_ups
    ) AS of_ctas
    GROUP BY 1, 2, 3
    ON CONFLICT (cta_id, day, article_id) DO UPDATE SET views = t.views + excluded.views, clicks = t.clicks + excluded.clicks,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), sums AS (
    INSERT INTO article_reading AS t (article_id, as_of, views, engaged_seconds, views_7, engaged_7, views_28, engaged_28,
      views_90, engaged_90)
    SELECT article_id, today, sum(views), sum(engaged), coalesce(sum(views) FILTER (WHERE day > today - 7), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 7), 0), coalesce(sum(views) FILTER (WHERE day > today - 28), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 28), 0), coalesce(sum(views) FILTER (WHERE day > today - 90), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 90), 0)
    FROM changes WHERE article_id IS NOT NULL GROUP BY 1
    ON CONFLICT (article_id) DO UPDATE SET as_of = CASE WHEN t.views_90 = 0 THEN excluded.as_of ELSE t.as_of END,
      views = t.views + excluded.views, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, views_7 = t.views_7 + excluded.views_7,
      engaged_7 = t.engaged_7 + excluded.engaged_7, views_28 = t.views_28 + excluded.views_28,
      engaged_28 = t.engaged_28 + excluded.engaged_28, views_90 = t.views_90 + excluded.views_90,
      engaged_90 = t.engaged_90 + excluded.engaged_90
  )
  SELECT (SELECT count(*) FROM waiting)::int, ((SELECT count(*) FROM logged) + (SELECT count(*) FROM outcomes))::int;
END $$;
--> statement-breakpoint
create or replace function roll_reading(most integer)
  RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE
  today date := magazine_time(now(), magazine_zone())::date;
  earliest date;
  latest date;
  rolled integer;
BEGIN
  SELECT min(as_of), max(as_of) INTO earliest, latest FROM article_reading WHERE views_90 > 0;
  -- A later day means that the time zone has changed.
  IF earliest IS NULL OR (earliest = today AND latest = today) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  WITH outdated AS (
    (SELECT article_id FROM article_reading WHERE as_of < today AND views_90 > 0 ORDER BY as_of LIMIT most)
    UNION ALL
    (SELECT article_id FROM article_reading WHERE as_of > today AND views_90 > 0 ORDER BY as_of DESC LIMIT most)
  ), sums AS (
    SELECT o.article_id, s.* FROM outdated o CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.views), 0) AS views_90, coalesce(sum(d.engaged_seconds), 0) AS engaged_90,
        coalesce(sum(d.views) FILTER (WHERE d.day > today - 28), 0) AS views_28,
        coalesce(sum(d.engaged_seconds) FILTER (WHERE d.day > today - 28), 0) AS engaged_28,
        coalesce(sum(d.views) FILTER (WHERE d.day > today - 7), 0) AS views_7,
        coalesce(sum(d.engaged_seconds) FILTER (WHERE d.day > today - 7), 0) AS engaged_7
      FROM reading_days d WHERE d.article_id = o.article_id AND d.day > today - 90
    ) AS s
  )
  UPDATE article_reading r SET as_of = today, views_7 = s.views_7, engaged_7 = s.engaged_7, views_28 = s.views_28,
    engaged_28 = s.engaged_28, views_90 = s.views_90, engaged_90 = s.engaged_90
  FROM sums s WHERE r.article_id = s.article_id;
  GET DIAGNOSTICS rolled = ROW_COUNT;
  RETURN rolled;
END $$;
--> statement-breakpoint
create or replace function add_article_reading()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_reading (article_id, as_of) SELECT id, magazine_day(now(), magazine_zone()) FROM created
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function refresh_most_read(most integer, popular integer)
  RETURNS TABLE (article_ids uuid[], is_other boolean)
  LANGUAGE plpgsql
AS $$
DECLARE
  earlier uuid[];
  marked uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('most read'));
  SELECT array_agg(article_id ORDER BY place), array_agg(article_id) FILTER (WHERE is_popular) INTO earlier, marked FROM most_read;
  DELETE FROM most_read;
  -- Articles that editors chose are popular anyway and come first, so fewer are added to them.
  INSERT INTO most_read (place, article_id, is_popular)
  SELECT row_number() OVER (ORDER BY engaged_7 DESC, id), id,
    NOT chosen AND row_number() OVER (PARTITION BY chosen ORDER BY engaged_7 DESC, id) <= popular - (
      SELECT count(*) FROM articles WHERE is_popular AND is_public(status, deleted_at))
  FROM (
    SELECT a.id, a.is_popular AS chosen, r.engaged_7 FROM article_reading r JOIN articles a ON a.id = r.article_id
    WHERE r.engaged_7 > 0 AND is_public(a.status, a.deleted_at) ORDER BY r.engaged_7 DESC, r.article_id LIMIT most
  ) AS top;
  RETURN QUERY
  SELECT array(
      SELECT coalesce(o.id, n.article_id) FROM unnest(marked) AS o (id)
      FULL JOIN (SELECT m.article_id FROM most_read m WHERE m.is_popular) AS n ON n.article_id = o.id
      WHERE o.id IS NULL OR n.article_id IS NULL),
    earlier IS DISTINCT FROM (SELECT array_agg(m.article_id ORDER BY place) FROM most_read m);
END $$;
--> statement-breakpoint
create or replace function weigh_terms(ids uuid[])
  RETURNS TABLE (article_id uuid, terms text[], weights real[])
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  strongest CONSTANT integer := 40;
  -- As many documents as search_vocabulary counts.
  counted CONSTANT double precision := (SELECT count(*) FROM (SELECT FROM search_documents LIMIT 3000) AS d);
  published CONSTANT double precision := coalesce((SELECT sum(total) FROM article_counts WHERE status = 'published'), 0);
BEGIN
  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT d.article_id, t.lexeme,
      (SELECT sum(CASE w WHEN 'A' THEN 6 WHEN 'B' THEN 3 WHEN 'C' THEN 2 ELSE 1 END) FROM unnest(t.weights) AS w)::double precision
        AS prominence
    FROM search_documents d JOIN articles a ON a.id = d.article_id
    CROSS JOIN LATERAL (
      SELECT tsvector_to_array(to_tsvector('english', separate_words(search_normal(
        concat_ws(E'\n', a.author, array_to_string(coauthor_names(a.id), E'\n')))))) AS stems OFFSET 0) AS author
    CROSS JOIN LATERAL unnest(d.document) AS t
    WHERE d.article_id = ANY(ids) AND d.public_at IS NOT NULL AND t.lexeme !~ '^[0-9]+$'
      -- The authors' names say nothing about the topic.
      AND NOT (t.weights = '{B}' AND t.lexeme = ANY(author.stems))
  ), stems AS MATERIALIZED (
    SELECT lexeme, least(counted, coalesce((SELECT max(v.documents) FROM search_vocabulary v WHERE v.stem = f.lexeme), 1)) AS documents
    FROM (SELECT DISTINCT lexeme FROM found) AS f
  ), weighed AS (
    SELECT f.article_id, f.lexeme AS term, sqrt(f.prominence) * ln((counted + 1) / s.documents) AS weight
    FROM found f JOIN stems s USING (lexeme)
    -- A term that no other article contains cannot relate two articles. In a title or summary it may be new since the words were counted.
    WHERE s.documents > 1 OR f.prominence >= 3
    UNION ALL
    SELECT at.article_id, '#' || at.tag_id, 14 * ln((published + 1) / greatest(1, least(published, c.total)))
    FROM article_tags at JOIN search_documents d ON d.article_id = at.article_id AND d.public_at IS NOT NULL
    LEFT JOIN published_counts c ON c.kind = 'tag' AND c.owner_id = at.tag_id
    WHERE at.article_id = ANY(ids)
  ), ordered AS (
    SELECT *, row_number() OVER (PARTITION BY w.article_id ORDER BY w.weight DESC, w.term) AS place FROM weighed w
  )
  SELECT o.article_id, array_agg(o.term ORDER BY o.place), array_agg((o.weight / o.length)::real ORDER BY o.place)
  FROM (
    SELECT *, sqrt(sum(weight * weight) OVER (PARTITION BY ordered.article_id)) AS length FROM ordered WHERE place <= strongest) AS o
  GROUP BY o.article_id;
END $$;
--> statement-breakpoint
create or replace function at_least(terms tsquery[], few integer)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  IF few = 1 OR few > cardinality(terms) THEN
    RETURN CASE WHEN few = 1 THEN join_queries(terms, '|') END;
  END IF;
  RETURN join_queries(ARRAY[terms[1] && at_least(terms[2:], few - 1), at_least(terms[2:], few)], '|');
END $$;
--> statement-breakpoint
create or replace function score_related(article uuid, candidates uuid[])
  RETURNS TABLE (related_id uuid, score real)
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  lowest_score CONSTANT double precision := 0.03;
  own related_terms;
BEGIN
  SELECT * INTO own FROM related_terms t WHERE t.article_id = article;
  RETURN QUERY
  SELECT t.article_id, least(1, sum(o.weight * theirs.weight))::real
  FROM unnest(candidates) AS candidate (id) JOIN related_terms t ON t.article_id = candidate.id
  CROSS JOIN LATERAL unnest(t.terms, t.weights) AS theirs (term, weight)
  JOIN unnest(own.terms, own.weights) AS o (term, weight) USING (term)
  GROUP BY t.article_id HAVING sum(o.weight * theirs.weight) >= lowest_score;
END $$;
--> statement-breakpoint
create or replace function closest_articles(article uuid, most integer)
  RETURNS TABLE (related_id uuid, score real)
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  enough CONSTANT integer := 60;
  most_candidates CONSTANT integer := 300;
  own related_terms;
  stems tsquery[];
  query tsquery;
  candidates uuid[] := '{}';
BEGIN
  SELECT * INTO own FROM related_terms t WHERE t.article_id = article;
  stems := array(SELECT word_query(term) FROM unnest(own.terms) WITH ORDINALITY AS t (term, place)
    WHERE term NOT LIKE '#%' ORDER BY place LIMIT 6);
  FOR shared IN REVERSE 4..1 LOOP
    query := at_least(CASE shared
      WHEN 1 THEN stems || array(SELECT word_query(term) FROM unnest(own.terms) AS term WHERE term LIKE '#%') ELSE stems END, shared);
    CONTINUE WHEN query IS NULL;
    candidates := candidates || array(SELECT t.article_id FROM related_terms t
      WHERE array_to_tsvector(t.terms) @@ query AND t.article_id <> article AND t.article_id <> ALL(candidates)
      LIMIT most_candidates - cardinality(candidates));
    EXIT WHEN cardinality(candidates) >= enough;
  END LOOP;
  RETURN QUERY SELECT s.related_id, s.score FROM score_related(article, candidates) AS s ORDER BY 2 DESC, 1 LIMIT most;
END $$;
--> statement-breakpoint
create or replace function related_list(article uuid)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
AS $$ SELECT array(SELECT r.related_id FROM related_articles r WHERE r.article_id = article ORDER BY r.score DESC, r.related_id) $$;
--> statement-breakpoint
create or replace function fill_related_list(article uuid)
  RETURNS void
  LANGUAGE sql
AS $$
  DELETE FROM related_articles r WHERE r.article_id = article;
  INSERT INTO related_articles (article_id, related_id, score)
  SELECT article, c.related_id, c.score FROM closest_articles(article, 10) AS c
$$;
--> statement-breakpoint
create or replace function relate_articles(ids uuid[])
  RETURNS uuid[]
  LANGUAGE plpgsql
  SET jit TO 'off'
AS $$
DECLARE
  longest CONSTANT integer := 10;
  -- An article is only entered into the lists of its closest ones, which bounds the work.
  reach CONSTANT integer := 100;
  -- A statement must not run for seconds. Lists beyond keep their other nine.
  most_refills CONSTANT integer := 100;
  current_id uuid;
  closest uuid[];
  scores real[];
  listing uuid[];
  others uuid[];
  fallen uuid[];
  before jsonb := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('related_articles'));
  DELETE FROM related_terms t WHERE t.article_id = ANY(ids)
    AND NOT EXISTS (SELECT FROM search_documents d WHERE d.article_id = t.article_id AND d.public_at IS NOT NULL);
  INSERT INTO related_terms AS t (article_id, terms, weights) SELECT * FROM weigh_terms(ids)
  ON CONFLICT (article_id) DO UPDATE SET terms = excluded.terms, weights = excluded.weights
  WHERE (t.terms, t.weights) IS DISTINCT FROM (excluded.terms, excluded.weights);

  FOREACH current_id IN ARRAY ids LOOP
    listing := array(SELECT r.article_id FROM related_articles r WHERE r.related_id = current_id);
    WITH found AS MATERIALIZED (SELECT * FROM closest_articles(current_id, reach)), scored AS (
      SELECT * FROM found
      -- It may be close to an article that it does not find itself.
      UNION ALL SELECT * FROM score_related(current_id,
        array(SELECT l.id FROM unnest(listing) AS l (id) WHERE NOT EXISTS (SELECT FROM found f WHERE f.related_id = l.id))))
    SELECT coalesce(array_agg(s.related_id ORDER BY s.score DESC, s.related_id), '{}'),
      coalesce(array_agg(s.score ORDER BY s.score DESC, s.related_id), '{}')
    INTO closest, scores FROM scored AS s;
    others := listing || array(
      SELECT c.id FROM unnest(closest, scores) AS c (id, score)
      CROSS JOIN LATERAL (SELECT count(*) AS size, min(r.score) AS lowest FROM related_articles r WHERE r.article_id = c.id) AS list
      WHERE c.id <> ALL(listing) AND (list.size < longest OR c.score > list.lowest));
    before := coalesce((SELECT jsonb_object_agg(o, to_jsonb(related_list(o))) FROM unnest(others || current_id) AS o), '{}') || before;

    -- Lists of which an article beyond the ten may be closer now.
    fallen := array(
      SELECT r.article_id FROM related_articles r LEFT JOIN unnest(closest, scores) AS c (id, score) ON c.id = r.article_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS size, min(l.score) AS lowest FROM related_articles l
        WHERE l.article_id = r.article_id AND l.related_id <> current_id) AS list
      WHERE r.related_id = current_id
        AND (c.score IS NULL OR c.score < r.score AND list.size = longest - 1 AND c.score < list.lowest)
      ORDER BY r.article_id);

    DELETE FROM related_articles r
    WHERE r.article_id = current_id OR r.related_id = current_id AND r.article_id = ANY(fallen);
    INSERT INTO related_articles (article_id, related_id, score)
    SELECT current_id, * FROM unnest(closest[:longest], scores[:longest]);
    PERFORM fill_related_list(f.id) FROM unnest(fallen[:most_refills]) AS f (id);
    INSERT INTO related_articles AS r (article_id, related_id, score)
    SELECT c.id, current_id, c.score FROM unnest(closest, scores) AS c (id, score)
    WHERE c.id = ANY(others) AND c.id <> ALL(fallen)
    ON CONFLICT (article_id, related_id) DO UPDATE SET score = excluded.score WHERE r.score <> excluded.score;
    DELETE FROM related_articles r USING (
      SELECT l.article_id, l.related_id,
        row_number() OVER (PARTITION BY l.article_id ORDER BY l.score DESC, l.related_id) AS place
      FROM related_articles l WHERE l.article_id = ANY(others)) AS listed
    WHERE r.article_id = listed.article_id AND r.related_id = listed.related_id AND listed.place > longest;
  END LOOP;
  RETURN array(
    SELECT b.key::uuid FROM jsonb_each(before) AS b WHERE b.value <> to_jsonb(related_list(b.key::uuid))
    UNION SELECT c.article_id FROM related_choices c WHERE c.related_id = ANY(ids) AND c.choice = 'pinned' ORDER BY 1);
END $$;
--> statement-breakpoint
create or replace function relate_outdated_articles(most integer)
  RETURNS TABLE (taken integer, changed uuid[])
  LANGUAGE plpgsql
AS $$
DECLARE chosen related_outdated[];
BEGIN
  taken := 0;
  changed := '{}';
  -- Does not wait when there is nothing to do.
  IF NOT EXISTS (SELECT FROM related_outdated) THEN RETURN NEXT; RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('related_articles'));
  chosen := array(SELECT o FROM related_outdated o ORDER BY o.changed_at, o.article_id LIMIT most);
  taken := cardinality(chosen);
  -- Until the words of a new magazine are counted, they would all weigh the same.
  IF taken > 0 AND NOT EXISTS (SELECT FROM search_vocabulary WHERE documents > 1) THEN PERFORM count_vocabulary(); END IF;
  changed := relate_articles(array(SELECT article_id FROM unnest(chosen)));
  DELETE FROM related_outdated WHERE article_id IN (
    SELECT o.article_id FROM related_outdated o JOIN unnest(chosen) AS c USING (article_id, changed_at) FOR UPDATE OF o SKIP LOCKED);
  RETURN NEXT;
END $$;
--> statement-breakpoint
create or replace function shown_related(own uuid, own_category uuid, most integer)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
AS $$
DECLARE
  most_by_author CONSTANT integer := 2;
BEGIN
  RETURN QUERY
  WITH candidate (id, source, place) AS (
    SELECT rc.related_id, 0, rc.place::double precision FROM related_choices rc WHERE rc.article_id = own AND rc.choice = 'pinned'
    UNION ALL SELECT ra.related_id, 1, -ra.score FROM related_articles ra WHERE ra.article_id = own
    -- Of the newest, so many that enough remain without duplicates and further ones of an author.
    UNION ALL (
      SELECT a.id, 2, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.category_id = own_category
      ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
    UNION ALL (
      SELECT a.id, 3, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
  )
  SELECT allowed.id, allowed.source, allowed.place FROM (
    SELECT counted.id, counted.source, counted.place, max(counted.of_author) AS of_author FROM (
      SELECT d.id, d.source, d.place, row_number() OVER (PARTITION BY writer.name ORDER BY d.source, d.place, d.id) AS of_author
      FROM (SELECT DISTINCT ON (c.id) c.id, c.source, c.place FROM candidate c ORDER BY c.id, c.source, c.place) AS d
      JOIN articles a ON a.id = d.id
      CROSS JOIN LATERAL (
        SELECT coalesce(a.author_id::text, a.author) AS name
        UNION SELECT co.author_id::text FROM article_coauthors co WHERE co.article_id = a.id) AS writer
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id <> own AND NOT EXISTS (
        SELECT FROM related_choices rc WHERE rc.article_id = own AND rc.related_id = d.id AND rc.choice = 'excluded')
    ) AS counted GROUP BY counted.id, counted.source, counted.place
  ) AS allowed
  WHERE allowed.source = 0 OR allowed.of_author <= most_by_author
  ORDER BY allowed.source, allowed.place, allowed.id LIMIT most;
END $$;
--> statement-breakpoint
create or replace function note_unrelated_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO related_outdated (article_id) VALUES (NEW.article_id)
  ON CONFLICT (article_id) DO UPDATE SET changed_at = clock_timestamp();
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function search_normal(value text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE STRICT
AS $$ SELECT btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g')) $$;
--> statement-breakpoint
create or replace function separate_words(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(value, E'[[:cntrl:]!"#$%&\'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~–—…•·«»“”‘’]', ' ', 'g') $$;
--> statement-breakpoint
create or replace function list_words(normal text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(left(word, 100) ORDER BY place), '{}')
  FROM string_to_table(separate_words(normal), ' ') WITH ORDINALITY AS t (word, place) WHERE word <> ''
$$;
--> statement-breakpoint
create or replace function phrase_pattern(phrase text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT '(?<![[:alnum:]])' || replace(regexp_replace(phrase, '[^[:alnum:] ]', '.', 'g'), ' ', '[^[:alnum:]]+') || '(?![[:alnum:]])'
$$;
--> statement-breakpoint
create or replace function plain_text(html text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT btrim(regexp_replace(regexp_replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(regexp_replace(html, '\s+', ' ', 'g'),
      '</?(a|b|strong|em|i|u|s|span|code|sub|sup|mark)( [^>]*)?>', '', 'g'), '<[^>]*>', E'\n', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '  +', ' ', 'g'), ' ?\n[ \n]*', E'\n', 'g'), E' \n')
$$;
--> statement-breakpoint
create or replace function word_query(word text, beginning boolean default false)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || CASE WHEN beginning THEN ''':*' ELSE '''' END)::tsquery $$;
--> statement-breakpoint
create or replace function join_queries(parts tsquery[], operator text)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
DECLARE half integer;
BEGIN
  parts := array_remove(parts, NULL);
  IF cardinality(parts) <= 1 THEN RETURN parts[1]; END IF;
  half := cardinality(parts) / 2;
  IF operator = '&' THEN
    RETURN join_queries(parts[:half], '&') && join_queries(parts[half + 1:], '&');
  END IF;
  RETURN join_queries(parts[:half], '|') || join_queries(parts[half + 1:], '|');
END $$;
--> statement-breakpoint
create or replace function index_articles(ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  -- Words beyond are not indexed: a tsvector has at most a megabyte, and a statement must not run for seconds.
  most_characters CONSTANT integer := 150000;
  unknown text[];
BEGIN
  INSERT INTO search_documents AS d
    (article_id, public_at, week, category_id, author_id, is_popular, document, words, body_from, body, normal)
  SELECT id, public_at, week, category_id, author_id, is_popular,
    setweight(to_tsvector('english', separate_words(normal_title)), 'A')
      || setweight(to_tsvector('english', separate_words(normal_about)), 'B')
      || setweight(to_tsvector('english', separate_words(left(normal_headings, most_characters / 10))), 'C')
      || setweight(to_tsvector('english', separate_words(left(normal_body, most_characters))), 'D'),
    array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(left(normal, most_characters))) AS word)),
    length(normal_title) + length(normal_about) + 3, body, normal
  FROM (
    SELECT *, concat_ws(E'\n', normal_title, normal_about, normal_body) AS normal
    FROM (
      SELECT a.id, CASE WHEN is_public(a.status, a.deleted_at) THEN a.publish_date END AS public_at,
        floor(extract(epoch FROM a.publish_date) / 604800)::integer AS week, a.category_id, a.author_id,
        a.is_popular, h.body,
        search_normal(a.title) AS normal_title,
        search_normal(concat_ws(E'\n', a.summary, t.names, c.name, a.author, array_to_string(coauthor_names(a.id), E'\n'))) AS normal_about,
        search_normal(h.headings) AS normal_headings, search_normal(h.body) AS normal_body
      FROM articles a LEFT JOIN categories c ON c.id = a.category_id
      CROSS JOIN LATERAL (
        -- Without dynamic blocks: an article that a card names may not be public.
        SELECT regexp_replace(CASE WHEN a.members_only THEN article_beginning(a.content) ELSE a.content END,
          '<figure data-block="[^>]*?>.*?</figure>', '', 'g') AS html OFFSET 0) AS v
      CROSS JOIN LATERAL (
        SELECT plain_text(v.html) AS body, plain_text(coalesce((
          SELECT string_agg(m[1], ' ') FROM regexp_matches(v.html, '<h[1-6][^>]*>(.*?)</h[1-6]>', 'g') AS m), '')) AS headings
        OFFSET 0) AS h
      CROSS JOIN LATERAL (
        SELECT string_agg(tag.name, E'\n' ORDER BY tag.name) AS names FROM article_tags at JOIN tags tag ON tag.id = at.tag_id
        WHERE at.article_id = a.id) AS t
      WHERE a.id = ANY(ids) OFFSET 0) AS shown
    OFFSET 0) AS normals
  ON CONFLICT (article_id) DO UPDATE SET public_at = excluded.public_at, week = excluded.week,
    category_id = excluded.category_id, author_id = excluded.author_id, is_popular = excluded.is_popular, document = excluded.document,
    words = excluded.words, body_from = excluded.body_from, body = excluded.body, normal = excluded.normal;

  unknown := array(
    SELECT DISTINCT used.word FROM search_documents d, unnest(tsvector_to_array(d.words)) AS used (word)
    WHERE d.article_id = ANY(ids) AND NOT EXISTS (SELECT 1 FROM search_vocabulary v WHERE v.word = used.word));
  IF cardinality(unknown) > 0 THEN
    PERFORM pg_advisory_xact_lock(hashtext('search_vocabulary'));
    INSERT INTO search_vocabulary (word, stem)
    SELECT word, coalesce((ts_lexize('english_stem', word))[1], '') FROM unnest(unknown) AS word ON CONFLICT DO NOTHING;
  END IF;
END $$;
--> statement-breakpoint
create or replace function note_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  most_at_commit CONSTANT integer := 500;
  changed uuid[];
BEGIN
  IF TG_TABLE_NAME IN ('article_tags', 'article_coauthors') THEN
    changed := array(SELECT DISTINCT article_id FROM changed_rows);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO search_noted (article_id) SELECT id FROM changed_rows;
    RETURN NULL;
  ELSE
    -- A trigger with transition tables cannot have a column list, so the function compares.
    changed := array(SELECT n.id FROM changed_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.title, n.summary, n.content, n.members_only, n.author, n.author_id, n.category_id, n.publish_date, n.is_popular)
        IS DISTINCT FROM (o.title, o.summary, o.content, o.members_only, o.author, o.author_id, o.category_id, o.publish_date, o.is_popular)
      OR is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at));
  END IF;
  IF cardinality(changed) <= most_at_commit THEN
    INSERT INTO search_noted (article_id) SELECT unnest(changed);
  ELSE
    INSERT INTO search_outdated (article_id) SELECT unnest(changed) ON CONFLICT DO NOTHING;
    UPDATE search_documents d SET public_at = NULL FROM articles a
    WHERE d.article_id = ANY(changed) AND a.id = d.article_id AND d.public_at IS NOT NULL AND NOT is_public(a.status, a.deleted_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function index_noted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE noted uuid[];
BEGIN
  WITH taken AS (DELETE FROM search_noted RETURNING article_id)
  SELECT array_agg(DISTINCT article_id) INTO noted FROM taken;
  IF noted IS NOT NULL THEN PERFORM index_articles(noted); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function note_renamed_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'categories' THEN
    INSERT INTO search_outdated (article_id) SELECT id FROM articles WHERE category_id = NEW.id ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'authors' THEN
    INSERT INTO search_outdated (article_id) SELECT article_id FROM article_coauthors WHERE author_id = NEW.id ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO search_outdated (article_id) SELECT article_id FROM article_tags WHERE tag_id = NEW.id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function index_outdated_articles(most integer)
  RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE taken uuid[];
BEGIN
  WITH chosen AS (
    DELETE FROM search_outdated WHERE article_id IN
      (SELECT o.article_id FROM search_outdated o JOIN articles a ON a.id = o.article_id ORDER BY o.article_id LIMIT most
        FOR UPDATE OF o SKIP LOCKED FOR SHARE OF a SKIP LOCKED) RETURNING article_id)
  SELECT array_agg(article_id) INTO taken FROM chosen;
  IF taken IS NOT NULL THEN
    PERFORM index_articles(taken);
  ELSE
    DELETE FROM search_outdated o WHERE NOT EXISTS (SELECT FROM articles a WHERE a.id = o.article_id);
  END IF;
  RETURN coalesce(cardinality(taken), 0);
END $$;
--> statement-breakpoint
create or replace function count_vocabulary()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('search_vocabulary'));
  CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
    SELECT word, ndoc FROM ts_stat('SELECT words FROM search_documents ORDER BY week DESC, article_id LIMIT 3000');
  UPDATE search_vocabulary v SET documents = c.ndoc FROM counted c WHERE c.word = v.word AND v.documents <> c.ndoc;
  IF (SELECT count(*) FROM (SELECT FROM search_documents LIMIT 3001) AS first_ones) <= 3000 THEN
    DELETE FROM search_vocabulary v WHERE NOT EXISTS (SELECT FROM counted c WHERE c.word = v.word);
  END IF;
END $$;
--> statement-breakpoint
create or replace function typo_distance(a text, b text)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN edits = 2 AND length(a) = length(b)
      AND array(SELECT unnest(string_to_array(a, NULL)) ORDER BY 1) = array(SELECT unnest(string_to_array(b, NULL)) ORDER BY 1)
    THEN 1 ELSE edits END
  FROM levenshtein_less_equal(left(a, 60), left(b, 60), 3) AS edits
$$;
--> statement-breakpoint
create or replace function is_known(word text, filters jsonb)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET enable_seqscan TO 'off'
AS $$
  SELECT EXISTS (SELECT FROM search_vocabulary v WHERE v.word = is_known.word AND (v.documents > 100
    OR EXISTS (SELECT FROM search_documents d WHERE d.words @@ word_query(is_known.word)
      AND (d.public_at IS NOT NULL OR filters ? 'everything' AND is_listed(d.article_id, filters)))))
$$;
--> statement-breakpoint
create or replace function correct_word(typed text, filters jsonb)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET pg_trgm.similarity_threshold TO '0.2'
AS $$
  SELECT c.word FROM (
    SELECT v.word FROM search_vocabulary v, typo_distance(v.word, typed) AS distance
    WHERE length(typed) >= 4 AND v.word <> typed AND (
        v.word % typed AND abs(length(v.word) - length(typed)) <= 2 AND (length(typed) > 5 OR left(v.word, 1) = left(typed, 1))
        OR v.word = ANY(array(SELECT overlay(typed placing reverse(substr(typed, n, 2)) from n for 2)
          FROM generate_series(1, length(typed) - 1) AS n)))
      AND distance <= CASE WHEN length(typed) < 8 THEN 1 ELSE 2 END
    ORDER BY distance, left(v.word, 1) = left(typed, 1) DESC, v.documents DESC, similarity(v.word, typed) DESC, v.word LIMIT 20
  ) AS c WHERE is_known(c.word, filters) LIMIT 1
$$;
--> statement-breakpoint
create or replace function stem_words(words text[])
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT coalesce((ts_lexize('english_stem', word))[1], word) FROM unnest(words) WITH ORDINALITY AS l (word, n) ORDER BY n)
$$;
--> statement-breakpoint
create or replace function search_parts(words text[], typing boolean)
  RETURNS tsquery[]
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  final CONSTANT integer := cardinality(words);
  line CONSTANT text := ' ' || array_to_string(words, ' ') || ' ';
  stems CONSTANT text[] := stem_words(words);
  parts tsquery[] := '{}';
  place integer := 1;
  size integer;
  synonym record;
  part tsquery;
  unfinished tsquery;
BEGIN
  IF typing AND final > 0 THEN
    -- The stems that begin like the word, and those of longer words whose stem is shorter than what was typed.
    unfinished := join_queries(ARRAY[word_query(words[final], true)] || array(
      SELECT DISTINCT word_query(stem) FROM search_vocabulary
      WHERE word ~>=~ words[final] AND word ~<~ (words[final] || chr(1114111)) AND stem <> '' AND NOT starts_with(stem, words[final])), '|');
  END IF;
  WHILE place <= final LOOP
    -- Almost all forms of a word share their first three characters. Checking them first avoids most comparisons of stems.
    SELECT term, cardinality(string_to_array(term, ' ')) AS size, s.terms INTO synonym
    FROM search_synonyms s, unnest(s.terms) AS term
    WHERE strpos(line, ' ' || left(term, 3)) > 0 AND stem_words(string_to_array(term, ' '))
      = stems[place:place + cardinality(string_to_array(term, ' ')) - 1]
    ORDER BY 2 DESC, strpos(line, ' ' || term || ' ') > 0 DESC, term LIMIT 1;
    size := coalesce(synonym.size, 1);
    part := join_queries(array(SELECT q FROM unnest(words[place:place + size - 1]) AS word, plainto_tsquery('english', word) AS q
      WHERE numnode(q) > 0), '&');
    IF unfinished IS NOT NULL AND place + size > final THEN
      unfinished := join_queries(array(SELECT q FROM unnest(words[place:final - 1]) AS word, plainto_tsquery('english', word) AS q
        WHERE numnode(q) > 0) || unfinished, '&');
      part := join_queries(ARRAY[part, unfinished], '|');
    END IF;
    parts := parts || array_remove(ARRAY[join_queries(part || array(
      -- Longer terms that contain the typed one are found by it.
      SELECT q FROM unnest(synonym.terms) AS term, phraseto_tsquery('english', term) AS q
      WHERE NOT stem_words(string_to_array(term, ' ')) @> stems[place:place + size - 1] AND numnode(q) > 0), '|')], NULL);
    place := place + size;
  END LOOP;
  RETURN parts;
END $$;
--> statement-breakpoint
create or replace function share_of_word(word text, beginning boolean)
  RETURNS double precision
  LANGUAGE sql
  STABLE
AS $$
  SELECT coalesce(max(v.documents), 0) / 3000.0 FROM search_vocabulary v
  WHERE v.word ~>=~ share_of_word.word
    AND v.word ~<~ (share_of_word.word || CASE WHEN beginning THEN chr(1114111) ELSE chr(1) END)
$$;
--> statement-breakpoint
create or replace function is_listed(article uuid, filters jsonb)
  RETURNS boolean
  LANGUAGE sql
  STABLE
AS $$
  SELECT EXISTS (SELECT FROM articles a WHERE a.id = article
    AND (a.deleted_at IS NOT NULL) = (filters ? 'trash')
    AND (filters ->> 'status' IS NULL OR a.status = filters ->> 'status')
    AND (filters ->> 'owner' IS NULL OR a.owner_id = (filters ->> 'owner')::uuid
      OR filters ? 'published' AND is_public(a.status, a.deleted_at))
    AND (NOT filters ? 'uncategorized' OR a.category_id IS NULL))
$$;
--> statement-breakpoint
create or replace function week_of_newest(nth integer)
  RETURNS integer
  LANGUAGE sql
  STABLE
AS $$
  SELECT week FROM search_documents WHERE public_at IS NOT NULL ORDER BY public_at DESC, article_id DESC OFFSET nth LIMIT 1
$$;
--> statement-breakpoint
create or replace function newest_matches(query tsquery, filters jsonb, most integer, part text default 'document', wholes tsquery default null)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  has_phrase CONSTANT boolean := query::text ~ '<[-0-9]';
  -- Excluded words come last in a query.
  indexed CONSTANT tsquery := CASE WHEN has_phrase
    THEN regexp_replace(regexp_replace(query::text, ' & !.*$', ''), '<(-|[0-9]+)>', '&', 'g')::tsquery ELSE query END;
  vector CONSTANT text :=
    CASE part WHEN 'head' THEN 'ts_filter(d.document, ''{a,b}'')' WHEN 'words' THEN 'd.words' ELSE 'd.document' END;
  -- The inner query has no order, so that the planner always uses the index of lexemes.
  statement CONSTANT text := format('
    SELECT array(SELECT place FROM (
      SELECT place FROM (
        SELECT d.ctid AS place, d.public_at, d.article_id FROM search_documents d WHERE %s @@ $1 %s %s %s %s %s OFFSET 0) AS matching
      ORDER BY public_at DESC, article_id DESC %s LIMIT $2)',
    vector,
    CASE WHEN wholes IS NOT NULL THEN 'AND d.words @@ $5' END,
    CASE WHEN filters ? 'everything' THEN 'AND is_listed(d.article_id, $3)' || CASE
        WHEN filters ? 'trash' OR filters ->> 'status' <> 'published' THEN ' AND d.public_at IS NULL'
        WHEN filters ->> 'status' = 'published' THEN ' AND d.public_at IS NOT NULL' ELSE '' END
      ELSE 'AND d.public_at IS NOT NULL' END,
    CASE WHEN filters ? 'category' THEN 'AND d.category_id = ($3 ->> ''category'')::uuid' END,
    CASE WHEN filters ? 'author' THEN 'AND (d.author_id = ($3 ->> ''author'')::uuid OR d.article_id IN (
      SELECT c.article_id FROM article_coauthors c WHERE c.author_id = ($3 ->> ''author'')::uuid))' END,
    CASE WHEN filters ? 'since' THEN
      'AND d.public_at >= ($3 ->> ''since'')::timestamptz AND d.public_at < ($3 ->> ''until'')::timestamptz' END,
    CASE WHEN has_phrase THEN format('LIMIT 5 * $2) AS newest WHERE (SELECT %s @@ $6 FROM search_documents d WHERE d.ctid = place)', vector)
      ELSE 'LIMIT $2) AS newest' END);
  recent CONSTANT integer := (filters ->> 'recent')::integer;
  found tid[];
BEGIN
  IF recent IS NOT NULL THEN
    EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING indexed, most, filters, recent, wholes, query;
    IF cardinality(found) < most AND cardinality(found) >= most / 30 THEN
      -- As many documents as should contain enough matches, and a quarter more.
      EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING indexed, most, filters,
        coalesce(week_of_newest(2500 * most / cardinality(found)), 0), wholes, query;
    END IF;
    IF cardinality(found) >= most THEN RETURN found; END IF;
  END IF;
  EXECUTE statement INTO found USING indexed, most, filters, recent, wholes, query;
  RETURN found;
END $$;
--> statement-breakpoint
create or replace function containing_matches(needle text, filters jsonb, most integer)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  spaced CONSTANT text := separate_words(needle);
  pieces CONSTANT text[] := list_words(needle);
  final CONSTANT integer := cardinality(pieces);
  from_start CONSTANT boolean := left(spaced, 1) = ' ';
  to_end CONSTANT boolean := right(spaced, 1) = ' ';
  only_stops CONSTANT boolean := numnode(plainto_tsquery('english', array_to_string(pieces, ' '))) = 0;
  few CONSTANT integer := 40;
  many CONSTANT integer := 100;
  endings text[] := '{}';
  beginnings text[] := '{}';
  first_words text[] := '{}';
  query tsquery;
  found tid[];
BEGIN
  IF final = 1 THEN
    first_words := CASE WHEN from_start AND to_end THEN pieces ELSE array(SELECT word FROM search_vocabulary
      WHERE word LIKE CASE WHEN from_start THEN '' ELSE '%' END || pieces[1] || CASE WHEN to_end THEN '' ELSE '%' END
      ORDER BY documents DESC, word LIMIT 2000) END;
  ELSIF final > 1 THEN
    IF NOT from_start THEN
      endings := array(SELECT word FROM search_vocabulary WHERE word LIKE '%_' || pieces[1] LIMIT 2000);
    END IF;
    IF NOT to_end THEN
      beginnings := array(SELECT word FROM search_vocabulary
        WHERE word ~>~ pieces[final] AND word ~<~ (pieces[final] || chr(1114111)) LIMIT 2000);
    END IF;
  END IF;
  IF final = 0 OR needle <> pieces[1] AND cardinality(endings || beginnings || first_words) > many THEN
    -- Punctuation only, or parts of so many words that the index takes seconds.
    RETURN array(
      SELECT d.place FROM (
        (SELECT ctid AS place, * FROM search_documents WHERE public_at IS NOT NULL ORDER BY public_at DESC, article_id DESC LIMIT 2000)
        UNION ALL
        (SELECT ctid, * FROM search_documents WHERE public_at IS NULL AND filters ? 'everything' LIMIT 2000)) AS d
      WHERE strpos(d.normal, needle) > 0 AND (NOT filters ? 'everything' OR is_listed(d.article_id, filters))
        AND (NOT filters ? 'category' OR d.category_id = (filters ->> 'category')::uuid)
        AND (NOT filters ? 'author' OR d.author_id = (filters ->> 'author')::uuid OR d.article_id IN (
          SELECT c.article_id FROM article_coauthors c WHERE c.author_id = (filters ->> 'author')::uuid))
        AND (NOT filters ? 'since'
          OR d.public_at >= (filters ->> 'since')::timestamptz AND d.public_at < (filters ->> 'until')::timestamptz)
      LIMIT most);
  ELSIF final = 1 THEN
    IF needle = pieces[1] AND cardinality(first_words) > few THEN
      -- The frequent ones are likely to be in enough documents.
      found := newest_matches(join_queries(array(SELECT word_query(word) FROM unnest(first_words[:few]) AS word), '|'),
        filters || jsonb_build_object('recent', week_of_newest(2000)), most, 'words');
      IF cardinality(found) >= most THEN RETURN found; END IF;
    END IF;
    query := join_queries(array(SELECT word_query(word) FROM unnest(first_words) AS word), '|');
  ELSE
    query := join_queries(ARRAY[
      join_queries(array(SELECT word_query(word) FROM unnest(pieces[1] || endings) AS word), '|'),
      join_queries(array(SELECT word_query(word) FROM unnest(pieces[final] || beginnings) AS word), '|')]
      || array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces[2:final - 1])) AS inner_words (word)), '&');
    IF NOT only_stops THEN
      query := query && !!join_queries(array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces)) AS whole_words (word)), '&');
    END IF;
  END IF;
  IF query IS NULL OR cardinality(endings || beginnings || first_words) = 0 AND NOT only_stops THEN RETURN '{}'; END IF;
  -- Almost every document contains stop words.
  found := newest_matches(query, CASE WHEN only_stops AND final > 1 THEN filters || jsonb_build_object('recent', week_of_newest(2000))
    ELSE filters END, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;
--> statement-breakpoint
create or replace function rank_matches(places tid[], parts tsquery[], phrase tsquery, wholes tsquery)
  RETURNS TABLE (place tid, score double precision)
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  every CONSTANT tsquery := join_queries(parts, '&');
  any_part CONSTANT tsquery := join_queries(parts, '|');
BEGIN
  RETURN QUERY
  SELECT wanted.id,
    (CASE WHEN t.title @@ every THEN 1.5 ELSE 0 END
      + CASE WHEN t.head @@ every THEN 1.5 ELSE 0 END
      + (SELECT sum(CASE WHEN t.document @@ part THEN 4 ELSE 0 END + CASE WHEN t.title @@ part THEN 2 ELSE 0 END)
        FROM unnest(parts) AS part)::double precision / cardinality(parts)
      + CASE WHEN phrase IS NULL THEN 0 WHEN t.title @@ phrase THEN 2 WHEN t.head @@ phrase THEN 1.2
        WHEN t.document @@ phrase THEN 0.8 ELSE 0 END
      + CASE WHEN d.words @@ wholes THEN 1 ELSE 0 END
      + 2 * ts_rank('{0.1, 0.3, 0.6, 1}', t.document, every, 1)
      + ts_rank('{0.05, 0.2, 0.5, 1}', t.document, any_part, 0)
      -- A tenth-century date would be out of range.
      + 0.6 * power(2::double precision, -least(1000, greatest(0, extract(epoch FROM now() - d.public_at)::double precision) / 31557600))
      + CASE WHEN d.is_popular THEN 0.01 ELSE 0 END)::double precision AS score
  FROM unnest(places) AS wanted (id) JOIN search_documents d ON d.ctid = wanted.id
  -- Decompresses the document once instead of with each use.
  CROSS JOIN LATERAL (SELECT d.document || ''::tsvector AS document OFFSET 0) AS whole
  CROSS JOIN LATERAL (
    SELECT whole.document, ts_filter(whole.document, '{a}') AS title, ts_filter(whole.document, '{a,b}') AS head OFFSET 0) AS t
  ORDER BY 2 DESC, d.public_at DESC, d.article_id;
END $$;
--> statement-breakpoint
create or replace function excerpt_of(normal text, body text, body_from integer, pattern text, needle text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  place integer := CASE WHEN pattern <> '' THEN regexp_instr(normal, pattern, body_from) ELSE 0 END;
BEGIN
  IF place = 0 AND needle <> '' THEN
    place := strpos(substr(normal, body_from), needle);
    place := CASE WHEN place > 0 THEN place + body_from - 1 ELSE 0 END;
  END IF;
  RETURN CASE WHEN place > 0 THEN substr(body, greatest(1, place - body_from - 100), 300) END;
END $$;
--> statement-breakpoint
create or replace function without(places tid[], others tid[])
  RETURNS tid[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT kept.place FROM unnest(places) WITH ORDINALITY AS kept (place, n)
    WHERE NOT EXISTS (SELECT FROM unnest(others) AS o (place) WHERE o.place = kept.place) ORDER BY kept.n)
$$;
--> statement-breakpoint
create or replace function search_facets(places tid[], zone text)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
AS $$
  WITH d AS MATERIALIZED (
    SELECT article_id, category_id, author_id, public_at FROM search_documents WHERE ctid = ANY(places))
  SELECT jsonb_build_object(
    'categories', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'count', n) ORDER BY n DESC, c.name), '[]')
      FROM (SELECT category_id, count(*) AS n FROM d GROUP BY 1) AS counted JOIN categories c ON c.id = counted.category_id),
    'authors', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'count', n) ORDER BY n DESC, a.name), '[]')
      FROM (SELECT author_id, count(*) AS n
        FROM (SELECT author_id FROM d UNION ALL SELECT c.author_id FROM d JOIN article_coauthors c USING (article_id)) AS by
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30) AS counted JOIN authors a ON a.id = counted.author_id),
    'years', (SELECT coalesce(jsonb_agg(jsonb_build_object('year', year, 'count', n) ORDER BY year DESC), '[]')
      FROM (SELECT extract(year FROM public_at AT TIME ZONE zone)::integer AS year, count(*) AS n FROM d WHERE public_at IS NOT NULL GROUP BY 1) AS counted))
$$;
--> statement-breakpoint
create or replace function search_articles(typed text, terms jsonb, options jsonb)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET client_min_messages TO 'warning'
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  most CONSTANT integer := 1000;
  -- Ranked by relevance: the newest with all words in title, summary, tags and names, then the newest. The rest follows by date.
  ranked CONSTANT integer := 150;
  ranked_heads CONSTANT integer := 90;
  few CONSTANT integer := 3;
  -- The query for most of the words grows with the square of their number. Later ones may be missing.
  most_scattered CONSTANT integer := 8;
  typing boolean := options ? 'typing';
  needle CONSTANT text := search_normal(typed);
  skip CONSTANT integer := coalesce((options ->> 'skip')::integer, 0);
  take CONSTANT integer := coalesce((options ->> 'take')::integer, 20);
  term record;
  words text[];
  loose text[] := '{}';
  respelled text[];
  quoted text[] := '{}';
  -- Patterns of phrases with stop words, which are not in the index.
  literal text[] := '{}';
  excluded tsquery;
  fixed tsquery[] := '{}';
  parts tsquery[];
  other_parts tsquery[];
  query tsquery;
  phrase tsquery;
  wholes tsquery;
  quoted_query tsquery;
  found tid[] := '{}';
  other tid[];
  some_found tid[] := '{}';
  text_found tid[] := '{}';
  ordered tid[];
  closest tid[] := '{}';
  quoted_share double precision := 1;
  share double precision;
  corrected text;
  forms text[];
  pattern text;
  is_more boolean := false;
BEGIN
  FOR term IN SELECT t ->> 'text' AS text, t ? 'phrase' AS is_phrase, t ? 'not' AS is_not FROM jsonb_array_elements(terms) AS t LOOP
    words := list_words(search_normal(term.text));
    CONTINUE WHEN cardinality(words) = 0;
    IF term.is_not THEN
      excluded := join_queries(ARRAY[excluded, phraseto_tsquery('english', array_to_string(words, ' '))], '|');
    ELSIF term.is_phrase THEN
      quoted := quoted || array_to_string(words, ' ');
      fixed := fixed || array(SELECT q FROM unnest(words) AS word, plainto_tsquery('english', word) AS q WHERE numnode(q) > 0);
      quoted_query := join_queries(ARRAY[quoted_query, phraseto_tsquery('english', array_to_string(words, ' '))], '&');
      wholes := join_queries(wholes || array(SELECT word_query(word) FROM unnest(words) AS word), '&');
      IF EXISTS (SELECT FROM unnest(words) AS word WHERE numnode(plainto_tsquery('english', word)) = 0) THEN
        literal := literal || phrase_pattern(array_to_string(words, ' '));
      END IF;
      quoted_share := quoted_share * (SELECT min(share_of_word(w, false)) FROM unnest(words) AS w);
    ELSE
      loose := loose || words;
    END IF;
  END LOOP;
  -- Sixteen words at most, however they are quoted.
  fixed := fixed[:16];
  loose := loose[:16 - cardinality(fixed)];
  -- A last word that occurs nowhere may be unfinished too.
  typing := typing OR cardinality(loose) > 0 AND NOT options ? 'exact'
    AND NOT is_known(loose[cardinality(loose)], options);
  respelled := loose;

  FOR attempt IN 1..2 LOOP
    other_parts := fixed || search_parts(respelled, typing AND attempt = 1);
    query := join_queries(other_parts, '&');
    IF attempt = 1 THEN parts := other_parts; END IF;
    IF query IS NOT NULL OR wholes IS NOT NULL THEN
      -- Frequent words have enough matches among the newest documents. Words are assumed to occur independently. With synonyms
      -- or beginnings there are more matches than can be estimated; 2,000 documents show how many.
      SELECT quoted_share * coalesce(exp(sum(ln(greatest(0.00001, share_of_word(w, typing AND attempt = 1 AND n = cardinality(respelled)))))), 1)
        INTO share FROM unnest(respelled) WITH ORDINALITY AS l (w, n);
      options := options || jsonb_build_object('recent', CASE WHEN share >= 0.08 THEN week_of_newest((1.25 * most / share)::integer)
        WHEN numnode(query) >= 2 * cardinality(other_parts) THEN week_of_newest(2000) END);
      IF query IS NULL THEN
        other := newest_matches(wholes, options, most + 1, 'words');
      ELSE
        IF numnode(quoted_query) > 0 THEN query := query && quoted_query; END IF;
        IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
        other := newest_matches(query, options, most + 1, wholes => wholes);
      END IF;
      IF cardinality(literal) > 0 OR query IS NULL AND excluded IS NOT NULL THEN
        other := array(SELECT o.place FROM unnest(other) WITH ORDINALITY AS o (place, n) JOIN search_documents d ON d.ctid = o.place
          WHERE (query IS NOT NULL OR excluded IS NULL OR NOT d.document @@ excluded)
            AND NOT EXISTS (SELECT FROM unnest(literal) AS l (needed) WHERE d.normal !~ l.needed) ORDER BY o.n);
      END IF;
      IF attempt = 1 OR cardinality(other) > cardinality(found) THEN
        found := other;
        parts := other_parts;
        IF attempt = 2 THEN corrected := array_to_string(respelled, ' '); END IF;
      END IF;
    END IF;
    EXIT WHEN attempt = 2 OR cardinality(found) >= few OR options ? 'exact' OR quoted_query IS NOT NULL;
    respelled := array(
      SELECT CASE WHEN is_known(w, options)
          OR typing AND place = cardinality(loose) AND EXISTS (
            SELECT FROM search_vocabulary v WHERE v.word ~>=~ w AND v.word ~<~ (w || chr(1114111)) AND is_known(v.word, options))
        THEN w ELSE coalesce(correct_word(w, options), w) END
      FROM unnest(loose) WITH ORDINALITY AS l (w, place) ORDER BY place);
    EXIT WHEN respelled = loose;
  END LOOP;
  IF corrected IS NULL THEN respelled := loose; END IF;
  is_more := cardinality(found) > most;

  IF cardinality(parts) > 0 THEN
    query := join_queries(parts, '&');
    IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
    IF cardinality(respelled) > 1 THEN
      phrase := nullif(phraseto_tsquery('english', array_to_string(respelled, ' '))::text, '')::tsquery;
    END IF;
    wholes := join_queries(wholes || array(SELECT word_query(word) FROM unnest(respelled) AS word), '&');
    IF options ->> 'sort' IS DISTINCT FROM 'date' AND cardinality(found) > 0 THEN
      other := found[:ranked];
      IF cardinality(found) > ranked AND quoted_query IS NULL THEN
        other := newest_matches(query, options, ranked_heads, 'head');
        other := other || without(found[:ranked - cardinality(other)], other);
      END IF;
      ordered := array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r);
      found := ordered || without(found, ordered);
    END IF;
    IF cardinality(found) < 10 AND cardinality(parts) > 2 THEN
      query := at_least(parts[:most_scattered], least(cardinality(parts), most_scattered) - CASE WHEN cardinality(parts) < 5 THEN 1 ELSE 2 END);
      IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
      other := newest_matches(query, options, ranked);
      some_found := without(array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r), found);
    END IF;
  END IF;

  IF NOT is_more AND needle <> '' AND quoted_query IS NULL AND excluded IS NULL THEN
    other := containing_matches(needle, options, most + 1 - cardinality(found));
    text_found := without(other, found);
    some_found := without(some_found, text_found);
  END IF;
  ordered := found || some_found || text_found;
  IF options ->> 'sort' = 'date' THEN
    ordered := array(SELECT d.ctid FROM unnest(ordered) AS o (place) JOIN search_documents d ON d.ctid = o.place
      ORDER BY d.public_at DESC, d.article_id DESC);
  END IF;
  is_more := is_more OR cardinality(ordered) > most;
  IF cardinality(ordered) = 0 AND cardinality(parts) > 1 THEN
    query := join_queries(parts, '|');
    IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
    other := newest_matches(query, options, 60, 'head');
    closest := array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r LIMIT 3);
  END IF;

  forms := quoted || array(
    SELECT word FROM search_vocabulary WHERE stem <> '' AND stem = ANY(array(
      SELECT m[1] FROM regexp_matches(join_queries(parts, '|')::text, '''([^'']+)''', 'g') AS m))
    ORDER BY documents DESC, word LIMIT 60);
  pattern := array_to_string(array(SELECT phrase_pattern(form) FROM unnest(forms) AS form), '|');
  RETURN jsonb_build_object(
    'total', least(cardinality(ordered), most), 'more', is_more, 'corrected', corrected, 'forms', to_jsonb(forms),
    'rows', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.article_id,
        'kind', CASE WHEN o.place = ANY(found) THEN 'words' WHEN o.place = ANY(some_found) THEN 'some'
          WHEN o.place = ANY(text_found) THEN 'text' ELSE 'closest' END,
        'excerpt', excerpt_of(d.normal, d.body, d.body_from, pattern, needle)) ORDER BY o.n), '[]')
      FROM unnest(ordered[skip + 1:least(most, skip + take)] || closest) WITH ORDINALITY AS o (place, n)
      JOIN search_documents d ON d.ctid = o.place),
    'ids', CASE WHEN options ? 'ids' THEN (
      SELECT coalesce(jsonb_agg(d.article_id ORDER BY o.n), '[]')
      FROM unnest(ordered[:most]) WITH ORDINALITY AS o (place, n) JOIN search_documents d ON d.ctid = o.place) END,
    'facets', CASE WHEN options ? 'facets' THEN search_facets(ordered[:most], options ->> 'zone') END);
END $$;
--> statement-breakpoint
create or replace function free_slug(kind regclass, wanted text, own uuid)
  RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  candidate text := wanted;
  number integer := 1;
  taken boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(kind::text || ' ' || regexp_replace(wanted, '(-\d+)+$', ''), 0));
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE slug = $1 AND id IS DISTINCT FROM $2)', kind)
    INTO taken USING candidate, own;
    IF NOT taken AND NOT (kind = 'categories'::regclass AND candidate = 'all') THEN RETURN candidate; END IF;
    number := number + 1;
    candidate := wanted || '-' || number;
  END LOOP;
END $$;
--> statement-breakpoint
create or replace function keep_slug_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history WHERE kind = TG_TABLE_NAME AND slug = NEW.slug;
  IF TG_TABLE_NAME <> 'articles' OR (to_jsonb(OLD) ->> 'first_published_at') IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES (TG_TABLE_NAME, OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id, created_at = excluded.created_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function keep_article_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history
  WHERE kind = 'articles' AND slug = NEW.slug
    AND (target_id = NEW.id OR (NEW.status = 'published' AND NEW.deleted_at IS NULL));
  -- A slug that still redirects elsewhere was not public under this article.
  IF NEW.slug <> OLD.slug AND OLD.first_published_at IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES ('articles', OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function take_article_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n
  WHERE h.kind = 'articles' AND h.slug = n.slug AND n.status = 'published' AND n.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function take_slugs_from_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n WHERE h.kind = TG_TABLE_NAME AND h.slug = n.slug;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function forget_slug_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING old_rows o WHERE h.kind = TG_TABLE_NAME AND h.target_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function refuse_redirect_circle()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  next_path text := NEW.to_path;
  visited text[] := ARRAY[NEW.from_path];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redirects', 0));
  LOOP
    next_path := regexp_replace(next_path, CASE WHEN starts_with(next_path, '/search?') THEN '#.*$' ELSE '[?#].*$' END, '');
    IF next_path = ANY(visited) THEN
      RAISE EXCEPTION 'The redirect leads in a circle' USING ERRCODE = '23514', CONSTRAINT = 'redirects_no_circle';
    END IF;
    visited := visited || next_path;
    SELECT to_path INTO next_path FROM redirects WHERE from_path = next_path AND id <> NEW.id;
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
create or replace function finish_webhook_request(request bigint, held integer, code integer, said json, article uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE webhook_requests r SET finished_at = now(), claimed_until = NULL, status = code, answer = said,
    article_id = article,
    -- A refused request may be corrected and sent again with the same Idempotency-Key and message id.
    claim = CASE WHEN code < 400 THEN r.claim END,
    message_id = CASE WHEN code < 400 THEN r.message_id END
  WHERE r.id = request AND r.attempt = held AND r.finished_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Another attempt works on this call' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function is_event_wanted(VARIADIC kinds text[])
  RETURNS boolean
  LANGUAGE sql
  STABLE
AS $$
  SELECT coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE active AND events && kinds)
$$;
--> statement-breakpoint
create or replace function iso_moment(moment timestamp with time zone)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
create or replace function note_article_events(kind text, ids uuid[])
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO webhook_events (type, data)
  SELECT kind, jsonb_build_object('id', a.id, 'slug', a.slug, 'title', a.title, 'summary', a.summary,
    'author', a.author, 'category', (SELECT c.name FROM categories c WHERE c.id = a.category_id),
    'image_url', a.image_url, 'read_time', a.read_time, 'is_featured', a.is_featured, 'is_popular', a.is_popular,
    'publish_date', iso_moment(a.publish_date))
  FROM articles a WHERE a.id = ANY (ids) AND EXISTS
    (SELECT 1 FROM webhook_endpoints e WHERE e.active AND e.events @> ARRAY[kind])
$$;
--> statement-breakpoint
create or replace function note_inserted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('article.published') THEN RETURN NULL; END IF;
  PERFORM note_article_events('article.published',
    ARRAY(SELECT n.id FROM new_rows n WHERE is_public(n.status, n.deleted_at)));
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function note_updated_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('article.published', 'article.updated') THEN RETURN NULL; END IF;
  PERFORM note_article_events('article.published', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE is_public(n.status, n.deleted_at) AND NOT is_public(o.status, o.deleted_at)));
  PERFORM note_article_events('article.updated', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE is_public(n.status, n.deleted_at) AND is_public(o.status, o.deleted_at) AND n.version <> o.version));
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function note_inserted_leads()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('lead.created') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, data)
  SELECT 'lead.created', jsonb_build_object('id', n.id, 'email', n.email, 'source', n.source, 'status', n.status,
    'created_at', iso_moment(n.created_at))
  FROM new_rows n;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function send_webhook_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, event_id)
  SELECT e.id, n.id FROM new_rows n JOIN webhook_endpoints e ON e.active AND e.events @> ARRAY[n.type];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE "auth_throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"otp_hash" text,
	"redirect_to" text,
	"code_challenge" text,
	"new_email" text,
	"sign_up_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('verify', 'recovery', 'magiclink', 'invite', 'email_change', 'email_undo', 'reauthentication'))
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"full_name" text DEFAULT '' NOT NULL,
	"user_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"caller" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_sign_ups_email_length" CHECK (length("pending_sign_ups"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"role" text,
	"theme" text,
	"text_size" text DEFAULT 'standard' NOT NULL,
	"typeface" text DEFAULT 'serif' NOT NULL,
	CONSTRAINT "profiles_role_known" CHECK ("profiles"."role" in ('admin', 'editor', 'sales', 'audience', 'author')),
	CONSTRAINT "profiles_theme_known" CHECK ("profiles"."theme" in ('system', 'light', 'dark')),
	CONSTRAINT "profiles_text_size_known" CHECK ("profiles"."text_size" in ('small', 'standard', 'large', 'largest')),
	CONSTRAINT "profiles_typeface_known" CHECK ("profiles"."typeface" in ('serif', 'sans'))
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text,
	"known_network" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"replaced_by" uuid,
	"binding_hash" text,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "sessions_aal_known" CHECK ("sessions"."aal" in ('aal1', 'aal2')),
	CONSTRAINT "sessions_replaced_ended" CHECK ("sessions"."replaced_by" is null or "sessions"."revoked_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"password_hash" text,
	"email_verified_at" timestamp with time zone,
	"user_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"app_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"banned_until" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_metadata_size" CHECK (octet_length("users"."user_metadata"::text) <= 65536),
	CONSTRAINT "users_email_length" CHECK (length("users"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "ad_beacons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"view_id" text NOT NULL,
	"change" integer NOT NULL,
	"most" integer,
	"ad_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid,
	"article_id" uuid,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid,
	"impressions" integer DEFAULT 0 NOT NULL,
	"viewable" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ad_days_once" UNIQUE NULLS NOT DISTINCT("ad_id","day","location","category_id")
);
--> statement-breakpoint
CREATE TABLE "ad_drops" (
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "ad_drops_ad_id_day_kind_reason_pk" PRIMARY KEY("ad_id","day","kind","reason"),
	CONSTRAINT "ad_drops_kind_known" CHECK ("ad_drops"."kind" in ('impression', 'viewable', 'click')),
	CONSTRAINT "ad_drops_reason_known" CHECK ("ad_drops"."reason" in ('too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'crawler', 'not_opened', 'old_page')),
	CONSTRAINT "ad_drops_events_positive" CHECK ("ad_drops"."events" > 0)
);
--> statement-breakpoint
CREATE TABLE "ad_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event_key" uuid NOT NULL,
	"ad_id" uuid NOT NULL,
	"placement_id" uuid,
	"article_id" uuid,
	"user_agent" text,
	"location" text,
	"category_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_events_once" UNIQUE("event_key"),
	CONSTRAINT "ad_events_kind_known" CHECK ("ad_events"."kind" in ('viewable', 'click'))
);
--> statement-breakpoint
CREATE TABLE "ad_views" (
	"view_id" text NOT NULL,
	"placement_id" uuid NOT NULL,
	"impressions" integer NOT NULL,
	"viewable" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_views_view_id_placement_id_pk" PRIMARY KEY("view_id","placement_id")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from_path_unique" UNIQUE("from_path"),
	CONSTRAINT "redirects_from_form" CHECK ("redirects"."from_path" ~ '^/' and length("redirects"."from_path") <= 1000),
	CONSTRAINT "redirects_lead_elsewhere" CHECK ("redirects"."from_path" <> "redirects"."to_path"),
	CONSTRAINT "redirects_to_form" CHECK ("redirects"."to_path" ~* '^https?://' or ("redirects"."to_path" ~ '^/' and "redirects"."to_path" !~* '^/([/\\]|%2f|%5c)'))
);
--> statement-breakpoint
CREATE TABLE "slug_history" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"target_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_history_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "unknown_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"hits" bigint DEFAULT 1 NOT NULL,
	"last_referrer" text,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unknown_paths_length" CHECK (length("unknown_paths"."path") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "ad_impressions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_impressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ad_id" uuid NOT NULL,
	"placement_id" uuid,
	"article_id" uuid,
	"user_agent" text,
	"location" text,
	"category_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"event_key" uuid,
	CONSTRAINT "ad_impressions_once" UNIQUE("event_key")
);
--> statement-breakpoint
CREATE TABLE "ad_placements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ad_id" uuid NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "ad_placements_once" UNIQUE NULLS NOT DISTINCT("ad_id","location","category_id"),
	CONSTRAINT "ad_placements_location_known" CHECK ("ad_placements"."location" in ('homepage-hero', 'homepage-sidebar', 'article-sidebar', 'article-bottom', 'category-sidebar', 'footer'))
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'banner' NOT NULL,
	"html_content" text,
	"image_url" text,
	"link_url" text,
	"active" boolean DEFAULT true NOT NULL,
	"priority" integer DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ads_name_unique" UNIQUE("name"),
	CONSTRAINT "ads_name_filled" CHECK (length(btrim("ads"."name")) between 1 and 200),
	CONSTRAINT "ads_type_known" CHECK ("ads"."type" in ('banner', 'sidebar', 'footer', 'inline')),
	CONSTRAINT "ads_priority_range" CHECK ("ads"."priority" between 1 and 10),
	CONSTRAINT "ads_period_forward" CHECK ("ads"."ends_at" > "ads"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "article_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"article_id" uuid,
	"base_version" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_previews" (
	"hash" text PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"cause" text NOT NULL,
	"actor_id" uuid,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_revisions_once" UNIQUE("article_id","version")
);
--> statement-breakpoint
CREATE TABLE "article_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_templates_name_filled" CHECK (length(btrim("article_templates"."name")) between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "article_coauthors" (
	"article_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "article_coauthors_article_id_author_id_pk" PRIMARY KEY("article_id","author_id"),
	CONSTRAINT "article_coauthors_place" UNIQUE("article_id","position"),
	CONSTRAINT "article_coauthors_few" CHECK ("article_coauthors"."position" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "article_count_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_count_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"category_id" uuid,
	"difference" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"slug" text NOT NULL,
	"owner_id" uuid,
	"image_url" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_popular" boolean DEFAULT false NOT NULL,
	"members_only" boolean DEFAULT false NOT NULL,
	"publish_date" timestamp with time zone DEFAULT now() NOT NULL,
	"first_published_at" timestamp with time zone,
	"read_time" integer DEFAULT 5 NOT NULL,
	"category_id" uuid,
	"publish_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"seo" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "articles_slug_unique" UNIQUE("slug"),
	CONSTRAINT "articles_title_filled" CHECK (length(btrim("articles"."title")) between 1 and 300),
	CONSTRAINT "articles_author_filled" CHECK (length(btrim("articles"."author")) between 1 and 200),
	CONSTRAINT "articles_slug_form" CHECK ("articles"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "articles_status_known" CHECK ("articles"."status" in ('published', 'draft', 'archived')),
	CONSTRAINT "articles_seo_fields" CHECK (jsonb_typeof("articles"."seo") = 'object' and length("articles"."seo"::text) <= 16000
    and "articles"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb),
	CONSTRAINT "articles_read_time_positive" CHECK ("articles"."read_time" >= 1),
	CONSTRAINT "articles_only_drafts_wait" CHECK ("articles"."publish_at" is null or "articles"."status" = 'draft')
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"image_url" text,
	"links" text[] DEFAULT '{}' NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_name_unique" UNIQUE("name"),
	CONSTRAINT "authors_slug_unique" UNIQUE("slug"),
	CONSTRAINT "authors_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "authors_slug_form" CHECK ("authors"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "authors_role_length" CHECK (length("authors"."role") <= 80),
	CONSTRAINT "authors_bio_length" CHECK (length("authors"."bio") <= 600),
	CONSTRAINT "authors_links_https" CHECK (cardinality("authors"."links") <= 5 and array_position("authors"."links", null) is null
        and ("authors"."links" = '{}' or array_to_string("authors"."links", ' ') ~ '^https://[^\s]+( https://[^\s]+)*$'))
);
--> statement-breakpoint
CREATE TABLE "published_count_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "published_count_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"difference" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"event" text NOT NULL,
	"subject" text,
	"address" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"without_image" boolean DEFAULT false NOT NULL,
	"seo" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "categories_seo_fields" CHECK (jsonb_typeof("categories"."seo") = 'object' and length("categories"."seo"::text) <= 16000
    and "categories"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb),
	CONSTRAINT "categories_no_image" CHECK (not "categories"."without_image" or "categories"."image_url" is null),
	CONSTRAINT "categories_name_filled" CHECK (length(btrim("categories"."name")) between 1 and 120),
	CONSTRAINT "categories_slug_form" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "categories"."slug" <> 'all')
);
--> statement-breakpoint
CREATE TABLE "ctas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"button_label" text DEFAULT '' NOT NULL,
	"button_link" text DEFAULT '' NOT NULL,
	"category_id" uuid,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ctas_title_filled" CHECK (length(btrim("ctas"."title")) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"seeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_rows_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "category_image_claims" (
	"category_id" uuid PRIMARY KEY NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generated_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"media_id" uuid,
	"article_id" uuid,
	"category_id" uuid,
	"url" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"price" bigint NOT NULL,
	"previous_url" text,
	"previous_alt" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "generated_images_one_owner" CHECK (num_nonnulls("generated_images"."article_id", "generated_images"."category_id") <= 1),
	CONSTRAINT "generated_images_price" CHECK ("generated_images"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "image_spending" (
	"day" date PRIMARY KEY NOT NULL,
	"spent" bigint NOT NULL,
	CONSTRAINT "image_spending_not_negative" CHECK ("image_spending"."spent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "index_now_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"key" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"result" jsonb,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_items_once" UNIQUE("job_id","key"),
	CONSTRAINT "job_items_status" CHECK ("job_items"."status" in ('waiting', 'running', 'done', 'skipped', 'failed', 'cancelled')),
	CONSTRAINT "job_items_claimed" CHECK (("job_items"."status" = 'running') = ("job_items"."claimed_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"title" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" jsonb,
	"reason" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"closing_until" timestamp with time zone,
	"closings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('running', 'done', 'cancelled', 'failed')),
	CONSTRAINT "jobs_finished" CHECK (("jobs"."status" = 'running') = ("jobs"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"source" text DEFAULT 'newsletter' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"frequency" text DEFAULT 'weekly' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"article_id" uuid,
	"won_kind" text,
	"won_from" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_email_length" CHECK (length("leads"."email") between 3 and 254),
	CONSTRAINT "leads_source_filled" CHECK (length("leads"."source") between 1 and 60),
	CONSTRAINT "leads_frequency_known" CHECK ("leads"."frequency" in ('weekly', 'monthly')),
	CONSTRAINT "leads_status_known" CHECK ("leads"."status" in ('pending', 'confirmed', 'unsubscribed', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"document" "tsvector" DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_key_unique" UNIQUE("key"),
	CONSTRAINT "media_measures" CHECK ("media"."bytes" > 0 and "media"."width" > 0 and "media"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	CONSTRAINT "media_uses_key_kind_owner_id_pk" PRIMARY KEY("key","kind","owner_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_clicks" (
	"issue_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletter_clicks_issue_id_link_pk" PRIMARY KEY("issue_id","link")
);
--> statement-breakpoint
CREATE TABLE "newsletter_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"issue_id" uuid NOT NULL,
	"lead_id" uuid,
	"status" text NOT NULL,
	"call" uuid NOT NULL,
	"reason" text,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_deliveries_once" UNIQUE("lead_id","issue_id"),
	CONSTRAINT "newsletter_deliveries_status_known" CHECK ("newsletter_deliveries"."status" in ('sending', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issue_date" date NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"article_ids" uuid[],
	"cta" text DEFAULT 'auto' NOT NULL,
	"ad" text DEFAULT 'auto' NOT NULL,
	"on_schedule" boolean DEFAULT true NOT NULL,
	"content" jsonb,
	"job_id" uuid,
	"rounds" integer DEFAULT 0 NOT NULL,
	"next_round_at" timestamp with time zone,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_issues_issue_date_unique" UNIQUE("issue_date"),
	CONSTRAINT "newsletter_issues_status_known" CHECK ("newsletter_issues"."status" in ('draft', 'sending', 'sent')),
	CONSTRAINT "newsletter_issues_content" CHECK (("newsletter_issues"."status" = 'draft') = ("newsletter_issues"."content" is null)),
	CONSTRAINT "newsletter_issues_lengths" CHECK (length("newsletter_issues"."subject") <= 200 and length("newsletter_issues"."intro") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"once" text,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_once_unique" UNIQUE("once")
);
--> statement-breakpoint
CREATE TABLE "article_reading" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"as_of" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"views_7" integer DEFAULT 0 NOT NULL,
	"engaged_7" bigint DEFAULT 0 NOT NULL,
	"views_28" integer DEFAULT 0 NOT NULL,
	"engaged_28" bigint DEFAULT 0 NOT NULL,
	"views_90" integer DEFAULT 0 NOT NULL,
	"engaged_90" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cta_days" (
	"cta_id" uuid NOT NULL,
	"day" date NOT NULL,
	"article_id" uuid,
	"views" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cta_days_once" UNIQUE NULLS NOT DISTINCT("cta_id","day","article_id")
);
--> statement-breakpoint
CREATE TABLE "most_read" (
	"place" smallint PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"is_popular" boolean NOT NULL,
	CONSTRAINT "most_read_article_id_unique" UNIQUE("article_id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"page" text NOT NULL,
	"article_id" uuid,
	"source_kind" text NOT NULL,
	"source" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"reader" text,
	"is_first" boolean NOT NULL,
	"is_first_of_article" boolean NOT NULL,
	"engaged_seconds" integer NOT NULL,
	"quarter" smallint NOT NULL,
	CONSTRAINT "page_views_hour" CHECK ("page_views"."hour" between 0 and 23),
	CONSTRAINT "page_views_quarter" CHECK ("page_views"."quarter" between 0 and 4),
	CONSTRAINT "page_views_seconds" CHECK ("page_views"."engaged_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reading_beacons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reading_beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"view_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_days" (
	"article_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	"cta_clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_days_article_id_day_pk" PRIMARY KEY("article_id","day")
);
--> statement-breakpoint
CREATE TABLE "reading_drops" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "reading_drops_day_reason_pk" PRIMARY KEY("day","reason"),
	CONSTRAINT "reading_drops_positive" CHECK ("reading_drops"."events" > 0)
);
--> statement-breakpoint
CREATE TABLE "reading_groups" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_groups_kind_name_day_pk" PRIMARY KEY("kind","name","day")
);
--> statement-breakpoint
CREATE TABLE "reading_hours" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"article_views" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_hours_day_hour_pk" PRIMARY KEY("day","hour")
);
--> statement-breakpoint
CREATE TABLE "reading_outcomes" (
	"view_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"article_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	CONSTRAINT "reading_outcomes_view_id_kind_target_pk" PRIMARY KEY("view_id","kind","target"),
	CONSTRAINT "reading_outcomes_kind_known" CHECK ("reading_outcomes"."kind" in ('sign_up', 'cta_view', 'cta_click', 'save', 'share', 'search'))
);
--> statement-breakpoint
CREATE TABLE "reading_totals" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"article_id" uuid,
	"source_kind" text NOT NULL,
	"source" text NOT NULL,
	"device" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_totals_once" UNIQUE NULLS NOT DISTINCT("article_id","day","page","source_kind","source","device")
);
--> statement-breakpoint
CREATE TABLE "weekly_emails" (
	"week" date PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_list" (
	"user_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_list_user_id_article_id_pk" PRIMARY KEY("user_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "search_callers" (
	"hash" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"query" text NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"empty" integer DEFAULT 0 NOT NULL,
	"callers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_counts_once" UNIQUE("day","query"),
	CONSTRAINT "search_counts_query_length" CHECK (length("search_counts"."query") between 2 and 100),
	CONSTRAINT "search_counts_empty" CHECK ("search_counts"."empty" between 0 and "search_counts"."searches")
);
--> statement-breakpoint
CREATE TABLE "search_opens" (
	"count_id" bigint NOT NULL,
	"article_id" uuid NOT NULL,
	"opens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_opens_count_id_article_id_pk" PRIMARY KEY("count_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "related_articles" (
	"article_id" uuid NOT NULL,
	"related_id" uuid NOT NULL,
	"score" real NOT NULL,
	CONSTRAINT "related_articles_article_id_related_id_pk" PRIMARY KEY("article_id","related_id"),
	CONSTRAINT "related_articles_not_itself" CHECK ("related_articles"."article_id" <> "related_articles"."related_id")
);
--> statement-breakpoint
CREATE TABLE "related_choices" (
	"article_id" uuid NOT NULL,
	"related_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"place" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "related_choices_article_id_related_id_pk" PRIMARY KEY("article_id","related_id"),
	CONSTRAINT "related_choices_not_itself" CHECK ("related_choices"."article_id" <> "related_choices"."related_id"),
	CONSTRAINT "related_choices_known" CHECK ("related_choices"."choice" in ('pinned', 'excluded'))
);
--> statement-breakpoint
CREATE TABLE "related_outdated" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "related_terms" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"terms" text[] NOT NULL,
	"weights" real[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"public_at" timestamp with time zone,
	"week" integer NOT NULL,
	"category_id" uuid,
	"author_id" uuid,
	"is_popular" boolean NOT NULL,
	"document" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"body" text NOT NULL,
	"normal" text NOT NULL,
	"body_from" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_noted" (
	"article_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_outdated" (
	"article_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"terms" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_at_least_two" CHECK (cardinality("search_synonyms"."terms") between 2 and 20)
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"documents" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_challenge" text NOT NULL,
	"method" text NOT NULL,
	"link" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_flows" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"redirect_to" text NOT NULL,
	"code_challenge" text,
	"link_user_id" uuid,
	"link_session_id" uuid,
	"binding_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_once" UNIQUE("provider","provider_id"),
	CONSTRAINT "identities_lengths" CHECK (length("identities"."provider") <= 80 and length("identities"."provider_id") between 1 and 400)
);
--> statement-breakpoint
CREATE TABLE "mfa_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factor_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"challenge" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mfa_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"secret" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"credential" jsonb,
	"credential_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_challenged_at" timestamp with time zone,
	CONSTRAINT "mfa_factors_credential_once" UNIQUE("credential_id"),
	CONSTRAINT "mfa_factors_type_known" CHECK ("mfa_factors"."type" in ('totp', 'webauthn')),
	CONSTRAINT "mfa_factors_status_known" CHECK ("mfa_factors"."status" in ('unverified', 'verified')),
	CONSTRAINT "mfa_factors_name_length" CHECK (length("mfa_factors"."name") <= 100)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signed_messages" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"seo" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_slug_form" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "pages_seo_fields" CHECK (jsonb_typeof("pages"."seo") = 'object' and length("pages"."seo"::text) <= 16000
    and "pages"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_tags" (
	"article_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "article_tags_article_id_tag_id_pk" PRIMARY KEY("article_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_name_unique" UNIQUE("name"),
	CONSTRAINT "tags_slug_unique" UNIQUE("slug"),
	CONSTRAINT "tags_name_filled" CHECK (length(btrim("tags"."name")) between 1 and 120),
	CONSTRAINT "tags_slug_form" CHECK ("tags"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "imported_items" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"target_id" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imported_items_source_kind_source_id_pk" PRIMARY KEY("source","kind","source_id"),
	CONSTRAINT "imported_items_kind_known" CHECK ("imported_items"."kind" in ('article', 'page', 'category', 'tag', 'author', 'picture'))
);
--> statement-breakpoint
CREATE TABLE "transfer_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"format" text NOT NULL,
	"origin" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'arriving' NOT NULL,
	"upload_name" text,
	"contents" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_files_key_unique" UNIQUE("key"),
	CONSTRAINT "transfer_files_format_known" CHECK ("transfer_files"."format" in ('archive', 'wordpress', 'ghost')),
	CONSTRAINT "transfer_files_origin_known" CHECK ("transfer_files"."origin" in ('made', 'uploaded')),
	CONSTRAINT "transfer_files_status_known" CHECK ("transfer_files"."status" in ('arriving', 'ready', 'failed')),
	CONSTRAINT "transfer_files_bytes" CHECK ("transfer_files"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transfer_parts" (
	"file_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"etag" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "transfer_parts_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"scope" text DEFAULT 'webhook' NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "webhook_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "webhook_keys_scope_known" CHECK ("webhook_keys"."scope" in ('webhook', 'readership'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("endpoint_id","event_id"),
	CONSTRAINT "webhook_deliveries_status_known" CHECK ("webhook_deliveries"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret_salt" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "webhook_endpoints_url_unique" UNIQUE("url"),
	CONSTRAINT "webhook_endpoints_url_form" CHECK ("webhook_endpoints"."url" ~ '^https://' and length("webhook_endpoints"."url") <= 2000),
	CONSTRAINT "webhook_endpoints_events_known" CHECK (cardinality("webhook_endpoints"."events") > 0 and "webhook_endpoints"."events" <@ array['article.published', 'article.updated', 'lead.created'])
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"key_id" uuid,
	"claim" text,
	"idempotency_key" text,
	"message_id" text,
	"body_hash" text NOT NULL,
	"body" text,
	"body_bytes" integer NOT NULL,
	"title" text,
	"address" text,
	"user_agent" text,
	"replay_of" bigint,
	"attempt" integer DEFAULT 1 NOT NULL,
	"claimed_until" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"status" integer,
	"answer" json,
	"article_id" uuid,
	CONSTRAINT "webhook_requests_once" UNIQUE("key_id","claim"),
	CONSTRAINT "webhook_requests_message_once" UNIQUE("key_id","message_id"),
	CONSTRAINT "webhook_requests_body_length" CHECK (octet_length("webhook_requests"."body") <= 262144),
	CONSTRAINT "webhook_requests_finished" CHECK (("webhook_requests"."finished_at" is null) = ("webhook_requests"."status" is null))
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_sign_up_id_pending_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."pending_sign_ups"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_placements" ADD CONSTRAINT "ad_placements_ad_id_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ads"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_placements" ADD CONSTRAINT "ad_placements_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_drafts" ADD CONSTRAINT "article_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_drafts" ADD CONSTRAINT "article_drafts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_previews" ADD CONSTRAINT "article_previews_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_previews" ADD CONSTRAINT "article_previews_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_templates" ADD CONSTRAINT "article_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_coauthors" ADD CONSTRAINT "article_coauthors_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_coauthors" ADD CONSTRAINT "article_coauthors_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ctas" ADD CONSTRAINT "ctas_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "category_image_claims" ADD CONSTRAINT "category_image_claims_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "newsletter_clicks" ADD CONSTRAINT "newsletter_clicks_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_list" ADD CONSTRAINT "reading_list_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_list" ADD CONSTRAINT "reading_list_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_opens" ADD CONSTRAINT "search_opens_count_id_search_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."search_counts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_opens" ADD CONSTRAINT "search_opens_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_articles" ADD CONSTRAINT "related_articles_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_articles" ADD CONSTRAINT "related_articles_related_id_articles_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_choices" ADD CONSTRAINT "related_choices_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_choices" ADD CONSTRAINT "related_choices_related_id_articles_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_outdated" ADD CONSTRAINT "related_outdated_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "related_terms" ADD CONSTRAINT "related_terms_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_codes" ADD CONSTRAINT "auth_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_flows" ADD CONSTRAINT "auth_flows_link_user_id_users_id_fk" FOREIGN KEY ("link_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_flows" ADD CONSTRAINT "auth_flows_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_file_id_transfer_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."transfer_files"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_keys" ADD CONSTRAINT "webhook_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "auth_throttle_ends" ON "auth_throttle" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "one_time_tokens_otp" ON "one_time_tokens" USING btree ("otp_hash");
--> statement-breakpoint
CREATE INDEX "one_time_tokens_sign_up" ON "one_time_tokens" USING btree ("sign_up_id");
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_email" ON "pending_sign_ups" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_expires" ON "pending_sign_ups" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "sessions_known" ON "sessions" USING btree ("user_id","known_network") WHERE "sessions"."known_network" is not null;
--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree (least("expires_at", "revoked_at")) WHERE "sessions"."address" is not null or "sessions"."user_agent" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_once" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "ad_events_ad" ON "ad_events" USING btree ("ad_id","created_at");
--> statement-breakpoint
CREATE INDEX "ad_views_created" ON "ad_views" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "redirects_created" ON "redirects" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "slug_history_target" ON "slug_history" USING btree ("kind","target_id");
--> statement-breakpoint
CREATE INDEX "unknown_paths_newest" ON "unknown_paths" USING btree ("last_seen_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "ad_impressions_ad" ON "ad_impressions" USING btree ("ad_id","created_at");
--> statement-breakpoint
CREATE INDEX "ad_placements_location" ON "ad_placements" USING btree ("location","category_id");
--> statement-breakpoint
CREATE INDEX "ad_placements_category" ON "ad_placements" USING btree ("category_id");
--> statement-breakpoint
CREATE INDEX "ads_created" ON "ads" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "article_drafts_owner" ON "article_drafts" USING btree ("user_id","article_id");
--> statement-breakpoint
CREATE INDEX "article_drafts_article" ON "article_drafts" USING btree ("article_id");
--> statement-breakpoint
CREATE INDEX "article_previews_article" ON "article_previews" USING btree ("article_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "article_templates_name" ON "article_templates" USING btree (lower("name"));
--> statement-breakpoint
CREATE INDEX "article_coauthors_author" ON "article_coauthors" USING btree ("author_id","article_id");
--> statement-breakpoint
CREATE INDEX "articles_author" ON "articles" USING btree ("author_id");
--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("publish_at") WHERE "articles"."publish_at" is not null;
--> statement-breakpoint
CREATE INDEX "articles_owner" ON "articles" USING btree ("owner_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."owner_id" is not null;
--> statement-breakpoint
CREATE INDEX "articles_trash" ON "articles" USING btree ("deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "articles_public_newest" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_public_featured" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null and "articles"."is_featured";
--> statement-breakpoint
CREATE INDEX "articles_public_popular" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null and "articles"."is_popular";
--> statement-breakpoint
CREATE INDEX "articles_public_category" ON "articles" USING btree ("category_id","publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_public_author" ON "articles" USING btree ("author_id","publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_public_category_first" ON "articles" USING btree ("category_id","first_published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_public_first" ON "articles" USING btree ("first_published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."status" = 'published' and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_status_created" ON "articles" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_category_created" ON "articles" USING btree ("category_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_dated" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_titled" ON "articles" USING btree (lower("title"),"id") WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_authored" ON "articles" USING btree (lower("author"),"id") WHERE "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_popular" ON "articles" USING btree ("id") WHERE "articles"."is_popular" and "articles"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "articles_without_image" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."image_url" is null or "articles"."image_url" = '';
--> statement-breakpoint
CREATE INDEX "articles_with_ampersand" ON "articles" USING btree ("id") WHERE "articles"."content" like '%&%';
--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_log_addressed" ON "audit_log" USING btree ("at") WHERE "audit_log"."address" is not null;
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING gin ("subject" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "ctas_category_created" ON "ctas" USING btree ("category_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "generated_images_article" ON "generated_images" USING btree ("article_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "generated_images_media" ON "generated_images" USING btree ("media_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "generated_images_category" ON "generated_images" USING btree ("category_id") WHERE "generated_images"."media_id" is not null;
--> statement-breakpoint
CREATE INDEX "index_now_paths_noted" ON "index_now_paths" USING btree ("noted_at");
--> statement-breakpoint
CREATE INDEX "job_items_of_status" ON "job_items" USING btree ("job_id","status","id");
--> statement-breakpoint
CREATE INDEX "job_items_due" ON "job_items" USING btree ("next_try_at") WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX "job_items_held" ON "job_items" USING btree ("claimed_until") WHERE status = 'running';
--> statement-breakpoint
CREATE INDEX "job_items_touched" ON "job_items" USING btree ("touched_at");
--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("kind") WHERE status = 'running';
--> statement-breakpoint
CREATE INDEX "jobs_created_by" ON "jobs" USING btree ("created_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "leads_email_once" ON "leads" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "leads_email_parts" ON "leads" USING gin (lower("email") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "leads_article" ON "leads" USING btree ("article_id") WHERE "leads"."article_id" is not null;
--> statement-breakpoint
CREATE INDEX "leads_won" ON "leads" USING btree ("won_kind",left("won_from", case when "won_kind" = 'newsletter' then 10 else 200 end),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "leads"."won_kind" is not null;
--> statement-breakpoint
CREATE INDEX "media_name" ON "media" USING btree ("name","id");
--> statement-breakpoint
CREATE INDEX "media_document" ON "media" USING gin ("document");
--> statement-breakpoint
CREATE INDEX "media_text" ON "media" USING gin (lower("name" || chr(10) || "alt") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "media_uses_owner" ON "media_uses" USING btree ("kind","owner_id");
--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_status" ON "newsletter_deliveries" USING btree ("issue_id","status");
--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_left" ON "newsletter_deliveries" USING btree ("issue_id") WHERE unsubscribed_at is not null;
--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "article_reading_as_of" ON "article_reading" USING btree ("as_of") WHERE "article_reading"."views_90" > 0;
--> statement-breakpoint
CREATE INDEX "article_reading_engaged_7" ON "article_reading" USING btree ("engaged_7" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "article_reading_engaged_28" ON "article_reading" USING btree ("engaged_28" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "article_reading_engaged_90" ON "article_reading" USING btree ("engaged_90" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "article_reading_views_7" ON "article_reading" USING btree ("views_7" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "article_reading_views_28" ON "article_reading" USING btree ("views_28" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "article_reading_views_90" ON "article_reading" USING btree ("views_90" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "page_views_day" ON "page_views" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "page_views_seen" ON "page_views" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "page_views_reader" ON "page_views" USING btree ("reader","article_id") WHERE "page_views"."reader" is not null;
--> statement-breakpoint
CREATE INDEX "page_views_with_reader" ON "page_views" USING btree ("day") WHERE "page_views"."reader" is not null;
--> statement-breakpoint
CREATE INDEX "reading_days_engaged" ON "reading_days" USING btree ("day","engaged_seconds" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "reading_days_views" ON "reading_days" USING btree ("day","views" DESC NULLS FIRST,"article_id");
--> statement-breakpoint
CREATE INDEX "reading_groups_engaged" ON "reading_groups" USING btree ("kind","day","engaged_seconds" DESC NULLS FIRST,"name");
--> statement-breakpoint
CREATE INDEX "reading_groups_views" ON "reading_groups" USING btree ("kind","day","views" DESC NULLS FIRST,"name");
--> statement-breakpoint
CREATE INDEX "reading_groups_source" ON "reading_groups" USING btree ("name" text_pattern_ops) WHERE "reading_groups"."kind" = 'source';
--> statement-breakpoint
CREATE INDEX "reading_outcomes_day" ON "reading_outcomes" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "reading_totals_day" ON "reading_totals" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "reading_list_newest" ON "reading_list" USING btree ("user_id","saved_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "reading_list_article" ON "reading_list" USING btree ("article_id");
--> statement-breakpoint
CREATE INDEX "search_callers_day" ON "search_callers" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "search_counts_shared" ON "search_counts" USING btree ("query") WHERE "search_counts"."callers" >= 3;
--> statement-breakpoint
CREATE INDEX "search_opens_article" ON "search_opens" USING btree ("article_id");
--> statement-breakpoint
CREATE INDEX "related_articles_reverse" ON "related_articles" USING btree ("related_id");
--> statement-breakpoint
CREATE INDEX "related_choices_reverse" ON "related_choices" USING btree ("related_id");
--> statement-breakpoint
CREATE INDEX "related_outdated_oldest" ON "related_outdated" USING btree ("changed_at");
--> statement-breakpoint
CREATE INDEX "related_terms_lexemes" ON "related_terms" USING gin (array_to_tsvector("terms")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_documents_lexemes" ON "search_documents" USING gin ("week",ts_filter("document", '{a,b}'),"document","words") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_documents_newest" ON "search_documents" USING btree ("public_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST,"week") WHERE "search_documents"."public_at" is not null;
--> statement-breakpoint
CREATE INDEX "search_vocabulary_trigrams" ON "search_vocabulary" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_vocabulary_beginnings" ON "search_vocabulary" USING btree ("word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "search_vocabulary_stems" ON "search_vocabulary" USING btree ("stem");
--> statement-breakpoint
CREATE INDEX "auth_codes_expires" ON "auth_codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "auth_codes_user" ON "auth_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_flows_expires" ON "auth_flows" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "mfa_challenges_factor" ON "mfa_challenges" USING btree ("factor_id");
--> statement-breakpoint
CREATE INDEX "mfa_challenges_expires" ON "mfa_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_name_once" ON "mfa_factors" USING btree ("user_id","name") WHERE "mfa_factors"."name" <> '';
--> statement-breakpoint
CREATE INDEX "mfa_factors_user" ON "mfa_factors" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "signed_messages_expires" ON "signed_messages" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "article_tags_tag" ON "article_tags" USING btree ("tag_id","article_id");
--> statement-breakpoint
CREATE INDEX "imported_items_target" ON "imported_items" USING btree ("target_id");
--> statement-breakpoint
CREATE INDEX "transfer_files_newest" ON "transfer_files" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("next_try_at") WHERE "webhook_deliveries"."status" = 'waiting';
--> statement-breakpoint
CREATE INDEX "webhook_events_occurred" ON "webhook_events" USING btree ("occurred_at");
--> statement-breakpoint
CREATE INDEX "webhook_requests_received" ON "webhook_requests" USING btree ("received_at");
--> statement-breakpoint
CREATE INDEX "webhook_requests_replays" ON "webhook_requests" USING btree ("replay_of","id") WHERE "webhook_requests"."replay_of" is not null;
--> statement-breakpoint
create or replace function author_profile(author authors)
  RETURNS json
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN author.role <> '' OR author.bio <> '' OR author.image_url IS NOT NULL OR author.links <> '{}' THEN
    json_build_object('role', author.role, 'bio', author.bio, 'image', author.image_url, 'links', to_json(author.links)) END
$$;
--> statement-breakpoint
create or replace view article_counts as
SELECT status, category_id, sum(difference)::bigint AS total
FROM article_count_entries GROUP BY status, category_id;
--> statement-breakpoint
create or replace view published_counts as
SELECT kind, owner_id, sum(difference)::bigint AS total
FROM published_count_entries GROUP BY kind, owner_id;
--> statement-breakpoint
-- Moves texts out of the row, so that a search that counts a thousand rows reads few pages.
ALTER TABLE search_documents SET (toast_tuple_target = 128);
--> statement-breakpoint
create or replace trigger forget_deleted_person BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
--> statement-breakpoint
create or replace trigger check_synonyms BEFORE INSERT OR UPDATE OF terms ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION check_synonyms();
--> statement-breakpoint
create or replace trigger ad_days_on_events AFTER INSERT ON ad_events
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
--> statement-breakpoint
create or replace trigger ad_days_on_lost_events AFTER DELETE ON ad_events
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
--> statement-breakpoint
create or replace trigger ad_days_without_events AFTER TRUNCATE ON ad_events
  FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_events();
--> statement-breakpoint
create or replace trigger ad_days_on_impressions AFTER INSERT ON ad_impressions
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
--> statement-breakpoint
create or replace trigger ad_days_on_lost_impressions AFTER DELETE ON ad_impressions
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
--> statement-breakpoint
create or replace trigger ad_days_without_impressions AFTER TRUNCATE ON ad_impressions
  FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_impressions();
--> statement-breakpoint
create or replace trigger article_version_is_raised BEFORE UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION raise_article_version();
--> statement-breakpoint
create or replace trigger first_publication_is_kept BEFORE INSERT OR UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_first_publication();
--> statement-breakpoint
create or replace trigger article_author_is_no_coauthor AFTER UPDATE OF author_id ON articles
  FOR EACH ROW WHEN (OLD.author_id IS DISTINCT FROM NEW.author_id) EXECUTE FUNCTION remove_author_from_coauthors();
--> statement-breakpoint
create or replace trigger coauthor_is_not_the_author BEFORE INSERT ON article_coauthors
  FOR EACH ROW EXECUTE FUNCTION skip_author_as_coauthor();
--> statement-breakpoint
create or replace trigger compact_article_counts AFTER INSERT ON article_count_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();
--> statement-breakpoint
create or replace trigger coauthor_counts_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();
--> statement-breakpoint
create or replace trigger coauthor_counts_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();
--> statement-breakpoint
create or replace trigger tag_counts_on_delete AFTER DELETE ON article_tags
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_untagged_articles();
--> statement-breakpoint
create or replace trigger tag_counts_on_insert AFTER INSERT ON article_tags
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_articles();
--> statement-breakpoint
create or replace trigger tag_counts_on_update AFTER UPDATE ON article_tags
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_retagged_articles();
--> statement-breakpoint
create or replace trigger article_coauthors_before_delete BEFORE DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION take_coauthors_off_article();
--> statement-breakpoint
create or replace trigger article_counts_on_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_articles();
--> statement-breakpoint
create or replace trigger article_counts_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_articles();
--> statement-breakpoint
create or replace trigger article_counts_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_articles();
--> statement-breakpoint
create or replace trigger article_tags_before_delete BEFORE DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION take_tags_off_article();
--> statement-breakpoint
create or replace trigger compact_published_counts AFTER INSERT ON published_count_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();
--> statement-breakpoint
create or replace trigger articles_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, status, deleted_at, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION note_article_path();
--> statement-breakpoint
create or replace trigger pages_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, seo ON pages
  FOR EACH ROW EXECUTE FUNCTION note_page_path();
--> statement-breakpoint
create or replace trigger ads_media_uses AFTER INSERT OR DELETE OR UPDATE ON ads
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'html_content');
--> statement-breakpoint
create or replace trigger article_templates_media_uses AFTER INSERT OR DELETE OR UPDATE OF fields ON article_templates
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('fields');
--> statement-breakpoint
create or replace trigger articles_media_unused AFTER DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses();
--> statement-breakpoint
create or replace trigger articles_media_uses AFTER INSERT OR UPDATE OF content, image_url, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url', 'seo');
--> statement-breakpoint
create or replace trigger authors_media_uses AFTER INSERT OR DELETE OR UPDATE OF image_url ON authors
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');
--> statement-breakpoint
create or replace trigger categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'seo');
--> statement-breakpoint
create or replace trigger media_document BEFORE INSERT OR UPDATE OF name, alt ON media
  FOR EACH ROW EXECUTE FUNCTION keep_media_document();
--> statement-breakpoint
create or replace trigger pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'seo');
--> statement-breakpoint
create or replace trigger article_reading_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION add_article_reading();
--> statement-breakpoint
create or replace trigger search_documents_unrelated_on_insert AFTER INSERT ON search_documents
  FOR EACH ROW WHEN (NEW.public_at IS NOT NULL) EXECUTE FUNCTION note_unrelated_articles();
--> statement-breakpoint
create or replace trigger search_documents_unrelated_on_update AFTER UPDATE ON search_documents
  FOR EACH ROW WHEN ((OLD.public_at IS NULL) <> (NEW.public_at IS NULL)
    OR NEW.public_at IS NOT NULL AND OLD.document <> NEW.document)
  EXECUTE FUNCTION note_unrelated_articles();
--> statement-breakpoint
create or replace trigger articles_noted_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger articles_noted_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger article_coauthors_noted_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger article_coauthors_noted_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger article_tags_noted_on_delete AFTER DELETE ON article_tags
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger article_tags_noted_on_insert AFTER INSERT ON article_tags
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
--> statement-breakpoint
create or replace trigger authors_renamed AFTER UPDATE OF name ON authors
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();
--> statement-breakpoint
create or replace trigger categories_renamed AFTER UPDATE OF name ON categories
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();
--> statement-breakpoint
drop trigger if exists index_noted_articles on search_noted;
--> statement-breakpoint
create constraint trigger index_noted_articles AFTER INSERT ON search_noted
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_noted_articles();
--> statement-breakpoint
create or replace trigger tags_renamed AFTER UPDATE OF name ON tags
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();
--> statement-breakpoint
create or replace trigger articles_gone_slugs AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
create or replace trigger articles_new_slugs AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_article_slugs();
--> statement-breakpoint
create or replace trigger articles_slug_history AFTER UPDATE OF slug, status, deleted_at ON articles
  FOR EACH ROW WHEN (((new.slug <> old.slug) OR ((new.status = 'published'::text) AND (new.deleted_at IS NULL) AND ((old.status <> 'published'::text) OR (old.deleted_at IS NOT NULL))))) EXECUTE FUNCTION keep_article_slugs();
--> statement-breakpoint
create or replace trigger authors_gone_slugs AFTER DELETE ON authors
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
create or replace trigger authors_new_slugs AFTER INSERT ON authors
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
create or replace trigger authors_slug_history AFTER UPDATE OF slug ON authors
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
create or replace trigger categories_gone_slugs AFTER DELETE ON categories
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
create or replace trigger categories_new_slugs AFTER INSERT ON categories
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
create or replace trigger categories_slug_history AFTER UPDATE OF slug ON categories
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
create or replace trigger pages_gone_slugs AFTER DELETE ON pages
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
create or replace trigger pages_new_slugs AFTER INSERT ON pages
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
create or replace trigger pages_slug_history AFTER UPDATE OF slug ON pages
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
create or replace trigger redirects_have_an_end BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION refuse_redirect_circle();
--> statement-breakpoint
create or replace trigger tags_gone_slugs AFTER DELETE ON tags
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
create or replace trigger tags_new_slugs AFTER INSERT ON tags
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
create or replace trigger tags_slug_history AFTER UPDATE OF slug ON tags
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
create or replace trigger article_events_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_articles();
--> statement-breakpoint
create or replace trigger article_events_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_articles();
--> statement-breakpoint
create or replace trigger lead_events_on_insert AFTER INSERT ON leads
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();
--> statement-breakpoint
create or replace trigger webhook_events_are_sent AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION send_webhook_events();
--> statement-breakpoint
INSERT INTO search_synonyms (terms) VALUES
  ('{pi,"personal injury"}'),
  ('{kpi,"key performance indicator"}'),
  ('{crm,"client relationship management","customer relationship management"}'),
  ('{ai,"artificial intelligence"}'),
  ('{seo,"search engine optimization"}'),
  ('{ppc,"pay per click"}'),
  ('{roi,"return on investment"}'),
  ('{va,"virtual assistant"}'),
  ('{cta,"call to action"}'),
  ('{ctr,"click through rate"}'),
  ('{cpc,"cost per click"}'),
  ('{cpl,"cost per lead"}'),
  ('{cpa,"cost per acquisition","client acquisition cost"}'),
  ('{cac,"cost of acquiring a client","acquisition cost"}'),
  ('{ltv,"lifetime value",clv}'),
  ('{aov,"average order value"}'),
  ('{lsa,"local services ads"}'),
  ('{gbp,"google business profile","google my business",gmb}'),
  ('{serp,"search results page"}'),
  ('{sem,"search engine marketing"}'),
  ('{cms,"content management system"}'),
  ('{cro,"conversion rate optimization"}'),
  ('{ux,"user experience"}'),
  ('{ui,"user interface"}'),
  ('{llm,"large language model"}'),
  ('{gpt,chatgpt}'),
  ('{ml,"machine learning"}'),
  ('{nlp,"natural language processing"}'),
  ('{ocr,"optical character recognition"}'),
  ('{rpa,"robotic process automation"}'),
  ('{sop,"standard operating procedure"}'),
  ('{kb,"knowledge base"}'),
  ('{okr,"objectives and key results"}'),
  ('{pto,"paid time off",vacation}'),
  ('{hr,"human resources"}'),
  ('{wfh,"work from home","remote work",telework,telecommuting}'),
  ('{rto,"return to office"}'),
  ('{byod,"bring your own device"}'),
  ('{vpn,"virtual private network"}'),
  ('{mfa,2fa,"two factor authentication","multi factor authentication"}'),
  ('{sso,"single sign on"}'),
  ('{gdpr,"general data protection regulation"}'),
  ('{hipaa,"health insurance portability and accountability act"}'),
  ('{ada,"americans with disabilities act"}'),
  ('{aba,"american bar association"}'),
  ('{iolta,"interest on lawyer trust account","trust account"}'),
  ('{ediscovery,"e discovery","electronic discovery"}'),
  ('{esign,"e signature","electronic signature"}'),
  ('{poa,"power of attorney"}'),
  ('{llc,"limited liability company"}'),
  ('{gc,"general counsel"}'),
  ('{ip,"intellectual property"}'),
  ('{ma,"mergers and acquisitions"}'),
  ('{dui,dwi,"drunk driving"}'),
  ('{mva,"motor vehicle accident","car accident"}'),
  ('{wc,"workers compensation","workers comp"}'),
  ('{ssd,ssdi,"social security disability"}'),
  ('{tm,trademark}'),
  ('{nda,"nondisclosure agreement","non disclosure agreement"}'),
  ('{qsr,"quarterly review"}'),
  ('{coo,"chief operating officer"}'),
  ('{ceo,"chief executive officer"}'),
  ('{cfo,"chief financial officer"}'),
  ('{cmo,"chief marketing officer"}'),
  ('{cto,"chief technology officer"}'),
  ('{pl,"profit and loss"}'),
  ('{ar,"accounts receivable"}'),
  ('{ap,"accounts payable"}'),
  ('{afa,"alternative fee arrangement","alternative fee"}'),
  ('{wip,"work in progress"}'),
  ('{ebitda,"operating profit"}'),
  ('{b2b,"business to business"}'),
  ('{b2c,"business to consumer"}'),
  ('{nps,"net promoter score"}'),
  ('{csat,"client satisfaction","customer satisfaction"}'),
  ('{faq,"frequently asked questions"}'),
  ('{rfp,"request for proposal"}'),
  ('{sla,"service level agreement"}'),
  ('{saas,"software as a service"}'),
  ('{api,"application programming interface"}'),
  ('{sms,"text message",texting}'),
  ('{ivr,"phone menu","call routing"}'),
  ('{voip,"internet phone"}'),
  ('{attorney,lawyer}'),
  ('{"law firm","law practice","legal practice"}'),
  ('{paralegal,"legal assistant"}'),
  ('{"client intake","new client intake","lead intake"}'),
  ('{"flat fee","fixed fee"}'),
  ('{"contingency fee","no win no fee"}'),
  ('{retainer,"advance fee"}'),
  ('{billing,invoicing}'),
  ('{hire,recruit}'),
  ('{website,"web site"}'),
  ('{email,"e mail"}'),
  ('{newsletter,"email newsletter"}'),
  ('{podcast,"audio show"}'),
  ('{webinar,"online seminar"}'),
  ('{testimonial,"client review"}'),
  ('{blog,blogging}'),
  ('{onboarding,"new hire training"}'),
  ('{offshore,outsourced,outsourcing}'),
  ('{pipeline,"sales funnel","marketing funnel"}');
