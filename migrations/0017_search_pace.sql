-- Ids of the newest public articles whose title, summary or text contains `query`, newest first.
-- Two ways. A common word is found soonest by walking back from the newest article; what the walk finds tells whether to
-- walk on. A rarer one comes from the words: a piece of the query between two separators stands whole in one word of the
-- document, except that the first may be the end of one, and the last the beginning. A query without any letter or digit
-- has only the walk.
-- Short steps: how often the newest article or two have the query must not decide for a thousand more.
CREATE OR REPLACE FUNCTION search_articles(query text, wanted integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 20 SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needle CONSTANT text := search_normal(query);
  spaced CONSTANT text := apart_from_words(needle);
  pieces CONSTANT text[] := array_remove(string_to_array(spaced, ' '), '');
  final CONSTANT integer := cardinality(pieces);
  missing integer := wanted;
  found_now integer;
  found_before integer := 0;
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
  -- The walk goes on while its last two steps promise the rest within 1,200 articles: as many cost as much as the words
  -- of a query that every fiftieth article has.
  FOR steps_left IN REVERSE 7..0 LOOP
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
    EXIT WHEN (found_now + found_before) * steps_left < missing;
    found_before := found_now;
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
