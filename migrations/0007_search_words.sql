CREATE TABLE "article_words" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"publish_date" timestamp with time zone NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_documents" ADD COLUMN "publish_date" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "article_words" ADD CONSTRAINT "article_words_article_id_article_documents_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article_documents"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_words_words" ON "article_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "article_documents_newest" ON "article_documents" USING btree ("publish_date" DESC NULLS FIRST,"article_id" DESC NULLS FIRST) WHERE "article_documents"."publish_date" is not null;
--> statement-breakpoint
-- What stands between words. Any set would do, as long as documents and queries are split by the same; the wildcards of
-- LIKE are in it, so that no word has them.
CREATE FUNCTION apart_from_words(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT translate(value, E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~–—…•·«»', repeat(' ', 39)) $$;
--> statement-breakpoint
-- Each word once. The end of a monster of more than 200 characters is not indexed: a btree could not hold it.
CREATE FUNCTION document_words(document text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT DISTINCT left(word, 200) FROM unnest(string_to_array(apart_from_words(document), ' ')) AS word
    WHERE word <> '')
$$;
--> statement-breakpoint
-- Writes what search needs of these articles. New words come in one order, so that two writers never wait for each other
-- in a ring.
CREATE FUNCTION index_articles(ids uuid[]) RETURNS void LANGUAGE sql
AS $$
  WITH documented AS (
    INSERT INTO article_documents AS d (article_id, document, publish_date)
    SELECT id, article_document(title, summary, content),
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
CREATE OR REPLACE FUNCTION keep_article_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_articles(array(SELECT id FROM new_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Texts are looked at anew only where they changed or readers may find them from now on.
CREATE OR REPLACE FUNCTION keep_changed_article_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid[];
BEGIN
  changed := array(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.title, n.summary, n.content) IS DISTINCT FROM (o.title, o.summary, o.content)
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
SELECT index_articles(array(SELECT id FROM articles));
--> statement-breakpoint
-- The words that are like a pattern. Trigrams know nothing of one or two letters: their index would be read whole.
CREATE FUNCTION words_like(pattern text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF length(replace(pattern, '%', '')) < 3 THEN
    RETURN array(SELECT word FROM search_words WHERE word || '' LIKE pattern);
  END IF;
  RETURN array(SELECT word FROM search_words WHERE word LIKE pattern);
END $$;
--> statement-breakpoint
-- Ids of the newest public articles whose title, summary or text contains `query`, newest first.
-- Two ways. A common word is found soonest by walking back from the newest article; what the walk finds tells whether to
-- walk on. A rarer one comes from the words: a piece of the query between two separators stands whole in one word of the
-- document, except that the first may be the end of one, and the last the beginning. A query without any letter or digit
-- has only the walk.
CREATE FUNCTION search_articles(query text, wanted integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 20 SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needle CONSTANT text := search_normal(query);
  spaced CONSTANT text := apart_from_words(needle);
  pieces CONSTANT text[] := array_remove(string_to_array(spaced, ' '), '');
  final CONSTANT integer := cardinality(pieces);
  missing integer := wanted;
  found_now integer;
  steps integer;
  -- Where the walk has come to: after all time at first.
  near_date timestamptz := 'infinity';
  near_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  far_date timestamptz;
  far_id uuid;
  first_words text[];
  final_words text[];
  condition text := 'w.words && $1';
BEGIN
  IF needle = '' THEN RETURN; END IF;
  -- 400 articles hold 20 with a word that every twentieth has; 8 promise the rest among 800 more.
  FOREACH steps IN ARRAY ARRAY[400, 800] LOOP
    SELECT d.publish_date, d.article_id INTO far_date, far_id FROM article_documents d
    WHERE d.publish_date IS NOT NULL AND (d.publish_date, d.article_id) <= (near_date, near_id)
    ORDER BY d.publish_date DESC, d.article_id DESC OFFSET steps LIMIT 1;
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
    EXIT WHEN found_now < 8;
  END LOOP;
  IF final = 0 THEN RETURN; END IF;

  first_words := words_like(
    CASE WHEN left(spaced, 1) = ' ' THEN '' ELSE '%' END || left(pieces[1], 200)
    || CASE WHEN final = 1 AND right(spaced, 1) <> ' ' THEN '%' ELSE '' END);
  IF spaced = pieces[1] THEN
    -- Whoever has such a word has the query.
    RETURN QUERY
    SELECT w.article_id FROM article_words w
    WHERE w.words && first_words AND (w.publish_date, w.article_id) <= (near_date, near_id)
    ORDER BY w.publish_date DESC, w.article_id DESC LIMIT missing;
    RETURN;
  END IF;
  IF final > 1 THEN
    condition := condition || ' AND w.words && $2';
    final_words := words_like(left(pieces[final], 200) || CASE WHEN right(spaced, 1) = ' ' THEN '' ELSE '%' END);
  END IF;
  IF final > 2 THEN condition := condition || ' AND w.words @> $3'; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT c.article_id FROM (
       SELECT w.article_id FROM article_words w WHERE %s AND (w.publish_date, w.article_id) <= ($4, $5)
       ORDER BY w.publish_date DESC, w.article_id DESC OFFSET 0) AS c
     CROSS JOIN LATERAL (
       SELECT 1 FROM article_documents d WHERE d.article_id = c.article_id AND strpos(d.document, $6) > 0 OFFSET 0) AS d
     LIMIT $7', condition)
  USING first_words, final_words, pieces[2:final - 1], near_date, near_id, needle, missing;
END $$;
