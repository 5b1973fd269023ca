CREATE INDEX "search_words_beginnings" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_endings" ON "search_words" USING btree (reverse("word") text_pattern_ops);
--> statement-breakpoint
-- All words with this beginning. By an index also where the beginning is a parameter, which LIKE would not be.
CREATE FUNCTION words_beginning(beginning text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT word FROM search_words WHERE word ~>=~ beginning AND word ~<~ (beginning || chr(1114111)))
$$;
--> statement-breakpoint
CREATE FUNCTION words_ending(ending text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT word FROM search_words
    WHERE reverse(word) ~>=~ reverse(ending) AND reverse(word) ~<~ (reverse(ending) || chr(1114111)))
$$;
--> statement-breakpoint
-- Ids of the newest public articles whose title, summary or text contains `query`, newest first.
-- Two ways. A common word is found soonest by walking back from the newest article, as long as what was found promises the
-- rest within 1,000 articles more. A rarer one comes from the words: a piece of the query between two separators stands
-- whole in one word of the document, except that the first may be the end of one, and the last the beginning. A query
-- without any letter or digit has only the walk.
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
  found integer := 0;
  walked integer := 0;
  -- Where the walk has come to: after all time at first.
  near_date timestamptz := 'infinity';
  near_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  far_date timestamptz;
  far_id uuid;
  first_words text[];
  final_words text[];
BEGIN
  IF needle = '' THEN RETURN; END IF;
  LOOP
    SELECT d.publish_date, d.article_id INTO far_date, far_id FROM article_documents d
    WHERE d.publish_date IS NOT NULL AND (d.publish_date, d.article_id) <= (near_date, near_id)
    ORDER BY d.publish_date DESC, d.article_id DESC OFFSET 150 LIMIT 1;
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
    found := found + found_now;
    walked := walked + 150;
    -- Three thousand articles cost as much as the words of any query.
    EXIT WHEN missing * walked > (found + 0) * 1000 OR walked >= 3000;
  END LOOP;
  IF final = 0 THEN RETURN; END IF;

  first_words := CASE
    WHEN final > 1 AND begins_whole OR final = 1 AND begins_whole AND ends_whole THEN pieces[1:1]
    WHEN final > 1 OR ends_whole THEN words_ending(left(pieces[1], 200))
    WHEN begins_whole THEN words_beginning(left(pieces[1], 200))
    ELSE words_like('%' || left(pieces[1], 200) || '%') END;
  IF spaced = pieces[1] THEN
    RETURN QUERY
    SELECT w.article_id FROM article_words w
    WHERE w.words && first_words AND (w.publish_date, w.article_id) <= (near_date, near_id)
    ORDER BY w.publish_date DESC, w.article_id DESC LIMIT missing;
  ELSIF final = 1 THEN
    RETURN QUERY
    SELECT c.article_id FROM (
      SELECT w.article_id FROM article_words w
      WHERE w.words && first_words AND (w.publish_date, w.article_id) <= (near_date, near_id)
      ORDER BY w.publish_date DESC, w.article_id DESC OFFSET 0) AS c
    CROSS JOIN LATERAL (
      SELECT 1 FROM article_documents d WHERE d.article_id = c.article_id AND strpos(d.document, needle) > 0 OFFSET 0) AS d
    LIMIT missing;
  ELSE
    final_words := CASE WHEN ends_whole THEN pieces[final:final] ELSE words_beginning(left(pieces[final], 200)) END;
    -- Every document contains the pieces between the two where there are none.
    RETURN QUERY
    SELECT c.article_id FROM (
      SELECT w.article_id FROM article_words w
      WHERE w.words && first_words AND w.words && final_words AND w.words @> pieces[2:final - 1]
        AND (w.publish_date, w.article_id) <= (near_date, near_id)
      ORDER BY w.publish_date DESC, w.article_id DESC OFFSET 0) AS c
    CROSS JOIN LATERAL (
      SELECT 1 FROM article_documents d WHERE d.article_id = c.article_id AND strpos(d.document, needle) > 0 OFFSET 0) AS d
    LIMIT missing;
  END IF;
END $$;
