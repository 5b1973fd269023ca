-- The search index: documents, their words, and the search itself.

-- Text as search compares it: lower case, without accents, single spaces.
create or replace function search_normal(value text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE STRICT
AS $$ SELECT btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g')) $$;

-- Replaces separators by spaces. Documents and queries must use the same set. It contains the wildcards of LIKE.
create or replace function apart_from_words(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(value, E'[!"#$%&\'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~–—…•·«»]', ' ', 'g') $$;

-- The searchable text of an article. Stored content is clean and contains only the serializer's four entities; the ampersand
-- comes last, or `&amp;lt;` would become a bracket.
create or replace function article_document(title text, summary text, content text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT search_normal(concat_ws(E'\n', title, summary,
    replace(replace(replace(replace(regexp_replace(content, '<[^>]*>', ' ', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')))
$$;

-- Each word once, cut to 200 characters, because a btree entry cannot be longer.
create or replace function document_words(document text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT DISTINCT left(word, 200) FROM unnest(string_to_array(apart_from_words(document), ' ')) AS word
    WHERE word <> '')
$$;

-- Indexes articles; of a members-only article only the beginning. New words are inserted in order to avoid deadlocks.
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

create or replace function keep_article_documents()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM index_articles(array(SELECT id FROM new_rows));
  RETURN NULL;
END $$;

-- Reindexes articles whose text or visibility has changed. A trigger with transition tables cannot have a column list, so
-- the function compares.
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

-- All words with a prefix. The range comparison uses the index even when the prefix is a parameter.
create or replace function words_beginning(beginning text)
  RETURNS text[]
  LANGUAGE sql
  STABLE
AS $$
  SELECT array(SELECT word FROM search_words WHERE word ~>=~ beginning AND word ~<~ (beginning || chr(1114111)))
$$;

create or replace function words_ending(ending text)
  RETURNS text[]
  LANGUAGE sql
  STABLE
AS $$
  SELECT array(SELECT word FROM search_words
    WHERE reverse(word) ~>=~ reverse(ending) AND reverse(word) ~<~ (reverse(ending) || chr(1114111)))
$$;

-- Words that match a pattern. Trigrams are useless below three characters, so short patterns scan the words instead.
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

-- Keeps the words of recent articles in a small table.
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

-- Above 4,000 articles, keeps the newest 3,000. One writer trims at a time; searches ignore rows older than `since`.
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

create or replace function forget_recent_words()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE recent_words_since SET since = '-infinity';
  RETURN NULL;
END $$;

-- Ids of the newest public articles whose title, summary or text contains `query`, newest first. Three steps, each for what
-- the previous one did not find: (1) scan back from the newest article in steps of 100 while each step promises the rest in
-- the next; (2) the words of recent articles; (3) the words of all articles. Between two separators a piece of the query is a
-- whole word of the document, except that the first piece may be the end of a word and the last the beginning of one.
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
