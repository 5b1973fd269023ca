-- What was counted for a merged author counts for the author who replaces them.
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
END $$;--> statement-breakpoint
-- Filters by author and the counts of authors include co-authors, and the index follows a renamed one.
create or replace function newest_matches(query tsquery, filters jsonb, most integer, part text default 'document', wholes tsquery default null)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  -- The inner query has no order, so that the planner always uses the index of lexemes.
  statement CONSTANT text := format('
    SELECT array(SELECT place FROM (
      SELECT d.ctid AS place, d.public_at, d.article_id FROM search_documents d WHERE %s @@ $1 %s %s %s %s %s OFFSET 0) AS matching
      ORDER BY public_at DESC, article_id DESC LIMIT $2)',
    CASE part WHEN 'head' THEN 'ts_filter(d.document, ''{a,b}'')' WHEN 'words' THEN 'd.words' ELSE 'd.document' END,
    CASE WHEN wholes IS NOT NULL THEN 'AND d.words @@ $5' END,
    CASE WHEN filters ? 'everything' THEN 'AND is_listed(d.article_id, $3)' || CASE
        WHEN filters ? 'trash' OR filters ->> 'status' <> 'published' THEN ' AND d.public_at IS NULL'
        WHEN filters ->> 'status' = 'published' THEN ' AND d.public_at IS NOT NULL' ELSE '' END
      ELSE 'AND d.public_at IS NOT NULL' END,
    CASE WHEN filters ? 'category' THEN 'AND d.category_id = ($3 ->> ''category'')::uuid' END,
    CASE WHEN filters ? 'author' THEN 'AND (d.author_id = ($3 ->> ''author'')::uuid OR d.article_id IN (
      SELECT c.article_id FROM article_coauthors c WHERE c.author_id = ($3 ->> ''author'')::uuid))' END,
    CASE WHEN filters ? 'since' THEN
      'AND d.public_at >= ($3 ->> ''since'')::timestamptz AND d.public_at < ($3 ->> ''until'')::timestamptz' END);
  recent CONSTANT integer := (filters ->> 'recent')::integer;
  found tid[];
BEGIN
  IF recent IS NOT NULL THEN
    EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING query, most, filters, recent, wholes;
    IF cardinality(found) < most AND cardinality(found) >= most / 30 THEN
      -- As many documents as should contain enough matches, and a quarter more.
      EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING query, most, filters,
        coalesce(week_of_newest(2500 * most / cardinality(found)), 0), wholes;
    END IF;
    IF cardinality(found) >= most THEN RETURN found; END IF;
  END IF;
  EXECUTE statement INTO found USING query, most, filters, recent, wholes;
  RETURN found;
END $$;--> statement-breakpoint
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
  few CONSTANT integer := 40;
  endings text[] := '{}';
  beginnings text[] := '{}';
  first_words text[] := '{}';
  query tsquery;
  found tid[];
BEGIN
  IF final = 0 THEN
    -- Punctuation only.
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
    first_words := CASE WHEN from_start AND to_end THEN pieces ELSE array(SELECT word FROM search_vocabulary
      WHERE word LIKE CASE WHEN from_start THEN '' ELSE '%' END || pieces[1] || CASE WHEN to_end THEN '' ELSE '%' END
      ORDER BY documents DESC, word LIMIT 2000) END;
    IF needle = pieces[1] AND cardinality(first_words) > few THEN
      -- The frequent ones are likely to be in enough documents.
      found := newest_matches(join_queries(array(SELECT word_query(word) FROM unnest(first_words[:few]) AS word), '|'),
        filters || jsonb_build_object('recent', week_of_newest(2000)), most, 'words');
      IF cardinality(found) >= most THEN RETURN found; END IF;
    END IF;
    query := join_queries(array(SELECT word_query(word) FROM unnest(first_words) AS word), '|');
  ELSE
    IF NOT from_start THEN
      endings := array(SELECT word FROM search_vocabulary WHERE word LIKE '%_' || pieces[1] LIMIT 2000);
    END IF;
    IF NOT to_end THEN
      beginnings := array(SELECT word FROM search_vocabulary
        WHERE word ~>~ pieces[final] AND word ~<~ (pieces[final] || chr(1114111)) LIMIT 2000);
    END IF;
    query := join_queries(ARRAY[
      join_queries(array(SELECT word_query(word) FROM unnest(endings) AS word), '|') && join_queries(
        array(SELECT word_query(word) FROM unnest(pieces[final] || beginnings) AS word), '|'),
      word_query(pieces[1]) && join_queries(array(SELECT word_query(word) FROM unnest(beginnings) AS word), '|')], '|');
    query := join_queries(query || array(SELECT word_query(word) FROM unnest(pieces[2:final - 1]) AS word), '&')
      && !!join_queries(array(SELECT word_query(word) FROM unnest(pieces) AS word), '&');
  END IF;
  IF query IS NULL OR cardinality(endings || beginnings || first_words) = 0 THEN RETURN '{}'; END IF;
  found := newest_matches(query, filters, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;--> statement-breakpoint
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
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- Indexes the names of co-authors who were renamed before.
INSERT INTO search_outdated (article_id) SELECT DISTINCT article_id FROM article_coauthors ON CONFLICT DO NOTHING;--> statement-breakpoint
create or replace trigger authors_renamed AFTER UPDATE OF name ON authors
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();
