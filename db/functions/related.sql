-- Related articles: the closest ones of each public article, by content (docs/decisions/0035-related-articles.md).

-- The strongest terms of public articles: stems, and `#` with the id of each tag. A term weighs more the more prominent it is in
-- the article and the fewer articles contain it. The weights of an article form a vector of length 1.
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

-- A query for documents with at least `few` of the terms. Nested, because the index evaluates every mention of a term.
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

-- How close the candidates are to an article: the cosine of the two vectors, from 0 to 1. Leaves out those below 0.03.
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

-- Public articles that share strong terms with an article, closest first, at most `most`. It compares articles that contain four of
-- the six strongest stems. If there are fewer than 60, it adds those with three, then with two, then with one stem or a tag. It
-- compares at most 300.
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

-- The ids of an article's related articles, closest first.
create or replace function related_list(article uuid)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
AS $$ SELECT array(SELECT r.related_id FROM related_articles r WHERE r.article_id = article ORDER BY r.score DESC, r.related_id) $$;

-- Replaces the related articles of one article.
create or replace function fill_related_list(article uuid)
  RETURNS void
  LANGUAGE sql
AS $$
  DELETE FROM related_articles r WHERE r.article_id = article;
  INSERT INTO related_articles (article_id, related_id, score)
  SELECT article, c.related_id, c.score FROM closest_articles(article, 10) AS c
$$;

-- Computes the ten closest articles of each given article again, and its place in the lists of others; removes it everywhere if
-- it is not public. Returns the articles whose list has other articles or another order now, and those to which one of the given
-- articles is pinned, because it may be public now. Writers wait for each other.
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

-- Relates up to `most` articles of related_outdated, the oldest changes first. `taken` is how many, `changed` the articles
-- whose list has other articles or another order now. The rows are deleted last: a save waits for a deleted row until this
-- transaction ends, which must not wait for the save then. A row that a save has changed since stays.
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

-- The public articles to show below an article: pinned ones in their order (source 0), then the closest (1), then the newest of
-- its category (2), then the newest (3). Without excluded ones and itself, and at most two by one author unless they are pinned. One
-- generic plan serves both calls of `shown_related`.
create or replace function pick_related(own uuid, own_category uuid, most integer, with_newest boolean)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
  SET plan_cache_mode = force_generic_plan
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
      WHERE with_newest AND a.status = 'published' AND a.deleted_at IS NULL AND a.category_id = own_category
      ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
    UNION ALL (
      SELECT a.id, 3, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE with_newest AND a.status = 'published' AND a.deleted_at IS NULL ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
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

-- The articles to show below an article. Most articles have enough related ones, so the newest are read only if they are needed. They
-- come last, so that the first rows are the same with and without them.
create or replace function shown_related(own uuid, own_category uuid, most integer)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
AS $$
DECLARE
  found_rows bigint;
BEGIN
  RETURN QUERY SELECT * FROM pick_related(own, own_category, most, false);
  GET DIAGNOSTICS found_rows = ROW_COUNT;
  IF found_rows < most THEN
    RETURN QUERY SELECT * FROM pick_related(own, own_category, most, true) OFFSET found_rows;
  END IF;
END $$;

-- Notes articles whose related articles must be computed again.
create or replace function note_unrelated_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO related_outdated (article_id) VALUES (NEW.article_id)
  ON CONFLICT (article_id) DO UPDATE SET changed_at = clock_timestamp();
  RETURN NULL;
END $$;
