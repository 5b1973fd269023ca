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
ALTER TABLE "recent_words" ADD CONSTRAINT "recent_words_article_id_article_words_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article_words"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recent_words_words" ON "recent_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
INSERT INTO recent_words_since DEFAULT VALUES;
--> statement-breakpoint
-- With more than 4,000 articles only the newest 3,000 stay. One writer at a time does it; what another one holds just now
-- goes the next time: searches pass over what is older than `since`.
CREATE FUNCTION trim_recent_words() RETURNS void LANGUAGE plpgsql AS $$
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
CREATE FUNCTION keep_recent_words() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER recent_words_on_insert AFTER INSERT ON article_words
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();
--> statement-breakpoint
CREATE TRIGGER recent_words_on_update AFTER UPDATE ON article_words
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();
--> statement-breakpoint
CREATE FUNCTION forget_recent_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recent_words_since SET since = '-infinity';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recent_words_on_truncate AFTER TRUNCATE ON article_words
  FOR EACH STATEMENT EXECUTE FUNCTION forget_recent_words();
--> statement-breakpoint
INSERT INTO recent_words (article_id, publish_date, words)
SELECT article_id, publish_date, words FROM article_words ORDER BY publish_date DESC LIMIT 4001;
--> statement-breakpoint
SELECT trim_recent_words();
--> statement-breakpoint
-- Ids of the newest public articles whose title, summary or text contains `query`, newest first.
-- Three ways, each for what the one before did not find. A common word is found soonest by walking back from the newest
-- article, as long as each hundred promises the rest in the next one. A rarer one comes from the words of recent articles,
-- a rare one from those of all. A piece of the query between two separators stands whole in one word of the document,
-- except that the first may be the end of one, and the last the beginning. A query without any letter or digit has only the walk.
CREATE OR REPLACE FUNCTION search_articles(query text, wanted integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 20 SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
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
  -- Where the walk has come to: after all time at first.
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
  -- The second half of each is not begun while the first one fills the list.
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
    -- Every document contains the pieces between the two where there are none.
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
