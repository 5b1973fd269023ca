-- The schema of the first release. Functions and triggers are copies of db/functions/ and db/triggers/.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Functions come before the tables that they use.
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
    RAISE EXCEPTION 'This is the last admin: make somebody else an admin first.' USING ERRCODE = 'MG409';
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
        THEN '{"who": "Somebody"}' ELSE '{}' END
  WHERE l.actor_id = OLD.id
    OR (l.subject ILIKE ANY (theirs) AND (l.actor_id IS NULL OR NOT is_about_its_actor(l.event, l.details)));
  RETURN OLD;
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
create or replace function lock_article(article uuid, expected integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version integer;
BEGIN
  SELECT version INTO found_version FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such article any more' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Somebody else changed this article meanwhile' USING ERRCODE = 'MG409';
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
    RAISE EXCEPTION 'There is no such article any more' USING ERRCODE = 'MG404';
  ELSIF found_url <> coalesce(expected, '') THEN
    RAISE EXCEPTION 'This article was given another image meanwhile' USING ERRCODE = 'MG409';
  END IF;
  IF wanted LIKE '/media/%' THEN
    PERFORM 1 FROM media WHERE key = substr(wanted, length('/media/') + 1) FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'There is no such image any more' USING ERRCODE = 'MG404';
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
  LOCK TABLE articles, article_tags, article_count_entries, published_count_entries IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM article_count_entries;
  DELETE FROM published_count_entries;
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM articles GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM articles
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2
  UNION ALL
  SELECT 'tag', t.tag_id, count(*) FROM article_tags t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
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
    RAISE EXCEPTION 'There is no such file any more. Files are kept for a week.' USING ERRCODE = 'MG404';
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
    RAISE EXCEPTION 'Somebody else changed this issue meanwhile, or it is on its way.' USING ERRCODE = 'MG409';
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
    RAISE EXCEPTION 'There is no such page any more' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Somebody else changed this page meanwhile' USING ERRCODE = 'MG409';
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
create or replace function search_normal(value text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE STRICT
AS $$ SELECT btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g')) $$;
--> statement-breakpoint
create or replace function apart_from_words(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(value, E'[!"#$%&\'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~–—…•·«»]', ' ', 'g') $$;
--> statement-breakpoint
create or replace function article_document(title text, summary text, content text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT search_normal(concat_ws(E'\n', title, summary,
    replace(replace(replace(replace(regexp_replace(content, '<[^>]*>', ' ', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')))
$$;
--> statement-breakpoint
create or replace function document_words(document text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT DISTINCT left(word, 200) FROM unnest(string_to_array(apart_from_words(document), ' ')) AS word
    WHERE word <> '')
$$;
--> statement-breakpoint
create or replace function index_articles(ids uuid[])
  RETURNS void
  LANGUAGE sql
AS $$
  WITH documented AS (
    INSERT INTO article_documents AS d (article_id, document, publish_date)
    SELECT id,
      article_document(title, summary, CASE WHEN members_only THEN article_beginning(content) ELSE content END),
      CASE WHEN is_public(status, deleted_at) THEN publish_date END
    FROM articles WHERE id = ANY(ids)
    ON CONFLICT (article_id) DO UPDATE SET document = excluded.document, publish_date = excluded.publish_date
    RETURNING article_id, document, publish_date
  ), worded AS (
    INSERT INTO article_words (article_id, publish_date, words)
    SELECT article_id, publish_date, document_words(document) FROM documented WHERE publish_date IS NOT NULL
    ON CONFLICT (article_id) DO UPDATE SET words = excluded.words, publish_date = excluded.publish_date
    RETURNING words
  )
  INSERT INTO search_words (word)
  SELECT DISTINCT used.word FROM worded, unnest(words) AS used (word)
  WHERE NOT EXISTS (SELECT 1 FROM search_words s WHERE s.word = used.word)
  ORDER BY 1 ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
create or replace function keep_article_documents()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM index_articles(array(SELECT id FROM new_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function keep_changed_article_documents()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE changed uuid[];
BEGIN
  changed := array(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.title, n.summary, n.content, n.members_only)
        IS DISTINCT FROM (o.title, o.summary, o.content, o.members_only)
      OR is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at));
  IF cardinality(changed) > 0 THEN
    DELETE FROM article_words w USING new_rows n WHERE w.article_id = n.id AND NOT is_public(n.status, n.deleted_at);
    PERFORM index_articles(changed);
  END IF;
  UPDATE article_documents d SET publish_date = n.publish_date FROM new_rows n
  WHERE d.article_id = n.id AND d.publish_date <> n.publish_date;
  UPDATE article_words w SET publish_date = n.publish_date FROM new_rows n
  WHERE w.article_id = n.id AND w.publish_date <> n.publish_date;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function words_beginning(beginning text)
  RETURNS text[]
  LANGUAGE sql
  STABLE
AS $$
  SELECT array(SELECT word FROM search_words WHERE word ~>=~ beginning AND word ~<~ (beginning || chr(1114111)))
$$;
--> statement-breakpoint
create or replace function words_ending(ending text)
  RETURNS text[]
  LANGUAGE sql
  STABLE
AS $$
  SELECT array(SELECT word FROM search_words
    WHERE reverse(word) ~>=~ reverse(ending) AND reverse(word) ~<~ (reverse(ending) || chr(1114111)))
$$;
--> statement-breakpoint
create or replace function words_like(pattern text)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  IF length(replace(pattern, '%', '')) < 3 THEN
    RETURN array(SELECT word FROM search_words WHERE word || '' LIKE pattern);
  END IF;
  RETURN array(SELECT word FROM search_words WHERE word LIKE pattern);
END $$;
--> statement-breakpoint
create or replace function keep_recent_words()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE horizon CONSTANT timestamptz := (SELECT since FROM recent_words_since);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM recent_words r USING new_rows n WHERE r.article_id = n.article_id AND n.publish_date < horizon;
  END IF;
  INSERT INTO recent_words (article_id, publish_date, words)
  SELECT article_id, publish_date, words FROM new_rows WHERE publish_date >= horizon
  ON CONFLICT (article_id) DO UPDATE SET publish_date = excluded.publish_date, words = excluded.words;
  PERFORM trim_recent_words();
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function trim_recent_words()
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE oldest timestamptz;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM recent_words LIMIT 4001) AS first_ones) <= 4000 THEN RETURN; END IF;
  PERFORM FROM recent_words_since FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT publish_date INTO oldest FROM recent_words ORDER BY publish_date DESC OFFSET 2999 LIMIT 1;
  UPDATE recent_words_since SET since = greatest(since, oldest);
  DELETE FROM recent_words WHERE article_id IN (
    SELECT article_id FROM recent_words WHERE publish_date < oldest FOR UPDATE SKIP LOCKED);
END $$;
--> statement-breakpoint
create or replace function forget_recent_words()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE recent_words_since SET since = '-infinity';
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function search_articles(query text, wanted integer)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE ROWS 20
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  needle CONSTANT text := search_normal(query);
  spaced CONSTANT text := apart_from_words(needle);
  pieces CONSTANT text[] := array_remove(string_to_array(spaced, ' '), '');
  final CONSTANT integer := cardinality(pieces);
  begins_whole CONSTANT boolean := left(spaced, 1) = ' ';
  ends_whole CONSTANT boolean := right(spaced, 1) = ' ';
  missing integer := wanted;
  found_now integer;
  walked integer := 0;
  -- The position of the scan, starting after the newest article.
  near_date timestamptz := 'infinity';
  near_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  far_date timestamptz;
  far_id uuid;
  horizon timestamptz;
  first_words text[];
  final_words text[];
BEGIN
  IF needle = '' THEN RETURN; END IF;
  LOOP
    SELECT d.publish_date, d.article_id INTO far_date, far_id FROM article_documents d
    WHERE d.publish_date IS NOT NULL AND (d.publish_date, d.article_id) <= (near_date, near_id)
    ORDER BY d.publish_date DESC, d.article_id DESC OFFSET 100 LIMIT 1;
    RETURN QUERY
    SELECT d.article_id FROM article_documents d
    WHERE d.publish_date IS NOT NULL AND strpos(d.document, needle) > 0
      AND (d.publish_date, d.article_id) <= (near_date, near_id)
      AND (d.publish_date, d.article_id)
        > (coalesce(far_date, '-infinity'), coalesce(far_id, '00000000-0000-0000-0000-000000000000'))
    ORDER BY d.publish_date DESC, d.article_id DESC LIMIT missing;
    GET DIAGNOSTICS found_now = ROW_COUNT;
    missing := missing - found_now;
    IF missing <= 0 OR far_id IS NULL THEN RETURN; END IF;
    near_date := far_date;
    near_id := far_id;
    walked := walked + 100;
    EXIT WHEN walked >= 3000 OR final > 0 AND found_now < missing;
  END LOOP;
  IF final = 0 THEN RETURN; END IF;
  SELECT since INTO horizon FROM recent_words_since;

  first_words := CASE
    WHEN final > 1 AND begins_whole OR final = 1 AND begins_whole AND ends_whole THEN pieces[1:1]
    WHEN final > 1 OR ends_whole THEN words_ending(left(pieces[1], 200))
    WHEN begins_whole THEN words_beginning(left(pieces[1], 200))
    ELSE words_like('%' || left(pieces[1], 200) || '%') END;
  -- UNION ALL is lazy: the second half runs only if the first does not fill the list.
  IF final = 1 THEN
    RETURN QUERY
    SELECT c.article_id FROM (
      (SELECT w.article_id FROM recent_words w
       WHERE w.words && first_words AND (w.publish_date, w.article_id) <= (near_date, near_id)
         AND w.publish_date >= horizon
       ORDER BY w.publish_date DESC, w.article_id DESC)
      UNION ALL
      (SELECT w.article_id FROM article_words w
       WHERE horizon > '-infinity' AND w.words && first_words
         AND (w.publish_date, w.article_id) <= (near_date, near_id) AND w.publish_date < horizon
       ORDER BY w.publish_date DESC, w.article_id DESC)) AS c
    CROSS JOIN LATERAL (
      SELECT 1 FROM article_documents d WHERE d.article_id = c.article_id AND strpos(d.document, needle) > 0 OFFSET 0) AS d
    LIMIT missing;
  ELSE
    -- With two pieces, the slice between them is empty and every document contains it.
    final_words := CASE WHEN ends_whole THEN pieces[final:final] ELSE words_beginning(left(pieces[final], 200)) END;
    RETURN QUERY
    SELECT c.article_id FROM (
      (SELECT w.article_id FROM recent_words w
       WHERE w.words && first_words AND w.words && final_words AND w.words @> pieces[2:final - 1]
         AND (w.publish_date, w.article_id) <= (near_date, near_id)
         AND w.publish_date >= horizon
       ORDER BY w.publish_date DESC, w.article_id DESC)
      UNION ALL
      (SELECT w.article_id FROM article_words w
       WHERE horizon > '-infinity' AND w.words && first_words AND w.words && final_words AND w.words @> pieces[2:final - 1]
         AND (w.publish_date, w.article_id) <= (near_date, near_id) AND w.publish_date < horizon
       ORDER BY w.publish_date DESC, w.article_id DESC)) AS c
    CROSS JOIN LATERAL (
      SELECT 1 FROM article_documents d WHERE d.article_id = c.article_id AND strpos(d.document, needle) > 0 OFFSET 0) AS d
    LIMIT missing;
  END IF;
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
DECLARE next_path text := NEW.to_path;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redirects', 0));
  LOOP
    next_path := regexp_replace(next_path, '[?#].*$', '');
    IF next_path = NEW.from_path THEN
      RAISE EXCEPTION 'The redirect leads in a circle' USING ERRCODE = '23514', CONSTRAINT = 'redirects_no_circle';
    END IF;
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
	"password_hash" text,
	"full_name" text,
	"user_metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('verify', 'recovery', 'magiclink', 'invite', 'email_change', 'reauthentication'))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"role" text,
	"theme" text,
	"text_size" text DEFAULT 'standard' NOT NULL,
	"typeface" text DEFAULT 'serif' NOT NULL,
	CONSTRAINT "profiles_role_known" CHECK ("profiles"."role" in ('admin', 'editor', 'author')),
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
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "sessions_aal_known" CHECK ("sessions"."aal" in ('aal1', 'aal2'))
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
	CONSTRAINT "users_email_length" CHECK (length("users"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "ad_beacons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"view_id" text NOT NULL,
	"change" integer NOT NULL,
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
CREATE TABLE "article_count_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_count_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"category_id" uuid,
	"difference" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_documents" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"publish_date" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "article_words" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"publish_date" timestamp with time zone NOT NULL,
	"words" text[] NOT NULL
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
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "articles_slug_unique" UNIQUE("slug"),
	CONSTRAINT "articles_title_filled" CHECK (length(btrim("articles"."title")) between 1 and 300),
	CONSTRAINT "articles_author_filled" CHECK (length(btrim("articles"."author")) between 1 and 200),
	CONSTRAINT "articles_slug_form" CHECK ("articles"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "articles_status_known" CHECK ("articles"."status" in ('published', 'draft', 'archived')),
	CONSTRAINT "articles_read_time_positive" CHECK ("articles"."read_time" >= 1),
	CONSTRAINT "articles_only_drafts_wait" CHECK ("articles"."publish_at" is null or "articles"."status" = 'draft')
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_name_unique" UNIQUE("name"),
	CONSTRAINT "authors_slug_unique" UNIQUE("slug"),
	CONSTRAINT "authors_slug_form" CHECK ("authors"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "published_count_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "published_count_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"difference" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_words" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"publish_date" timestamp with time zone NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_words_since" (
	"since" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	CONSTRAINT "recent_words_since_one_row" CHECK ("recent_words_since"."only_row")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
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
CREATE TABLE "reading_list" (
	"user_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_list_user_id_article_id_pk" PRIMARY KEY("user_id","article_id")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_slug_form" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
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
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "webhook_keys_hash_unique" UNIQUE("hash")
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
ALTER TABLE "article_documents" ADD CONSTRAINT "article_documents_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_words" ADD CONSTRAINT "article_words_article_id_article_documents_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article_documents"("article_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recent_words" ADD CONSTRAINT "recent_words_article_id_article_words_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article_words"("article_id") ON DELETE cascade ON UPDATE no action;
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
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree (least("expires_at", "revoked_at")) WHERE "sessions"."address" is not null or "sessions"."user_agent" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_once" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "ad_events_ad" ON "ad_events" USING btree ("ad_id","created_at");
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
CREATE INDEX "article_documents_trigrams" ON "article_documents" USING gin ("document" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "article_documents_newest" ON "article_documents" USING btree ("publish_date" DESC NULLS FIRST,"article_id" DESC NULLS FIRST) WHERE "article_documents"."publish_date" is not null;
--> statement-breakpoint
CREATE INDEX "article_words_words" ON "article_words" USING gin ("words") WITH (fastupdate=false);
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
CREATE INDEX "recent_words_words" ON "recent_words" USING gin ("words") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_words_beginnings" ON "search_words" USING btree ("word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "search_words_endings" ON "search_words" USING btree (reverse("word") text_pattern_ops);
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
CREATE INDEX "media_name" ON "media" USING btree ("name","id");
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
CREATE INDEX "reading_list_newest" ON "reading_list" USING btree ("user_id","saved_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "reading_list_article" ON "reading_list" USING btree ("article_id");
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
CREATE VIEW article_counts AS
SELECT status, category_id, sum(difference)::bigint AS total FROM article_count_entries GROUP BY status, category_id;
--> statement-breakpoint
CREATE VIEW published_counts AS
SELECT kind, owner_id, sum(difference)::bigint AS total FROM published_count_entries GROUP BY kind, owner_id;
--> statement-breakpoint
-- Documents stay in their row (a page has 8160 bytes): a search that scans hundreds of them must not fetch each from TOAST.
ALTER TABLE article_documents SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE article_documents ALTER COLUMN document SET STORAGE MAIN;
--> statement-breakpoint
INSERT INTO recent_words_since DEFAULT VALUES;
--> statement-breakpoint
create or replace trigger forget_deleted_person BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
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
create or replace trigger compact_article_counts AFTER INSERT ON article_count_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();
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
create or replace trigger ads_media_uses AFTER INSERT OR DELETE OR UPDATE ON ads
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'html_content');
--> statement-breakpoint
create or replace trigger articles_media_unused AFTER DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses();
--> statement-breakpoint
create or replace trigger articles_media_uses AFTER INSERT OR UPDATE OF content, image_url ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url');
--> statement-breakpoint
create or replace trigger categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');
--> statement-breakpoint
create or replace trigger pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content');
--> statement-breakpoint
create or replace trigger recent_words_on_insert AFTER INSERT ON article_words
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();
--> statement-breakpoint
create or replace trigger recent_words_on_truncate AFTER TRUNCATE ON article_words
  FOR EACH STATEMENT EXECUTE FUNCTION forget_recent_words();
--> statement-breakpoint
create or replace trigger recent_words_on_update AFTER UPDATE ON article_words
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();
--> statement-breakpoint
create or replace trigger article_documents_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_article_documents();
--> statement-breakpoint
create or replace trigger article_documents_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_article_documents();
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
