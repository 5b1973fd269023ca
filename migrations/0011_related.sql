CREATE TABLE "related_terms" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"terms" text[] NOT NULL,
	"weights" real[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "related_terms" ADD CONSTRAINT "related_terms_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "related_terms_lexemes" ON "related_terms" USING gin (array_to_tsvector("terms")) WITH (fastupdate=false);
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
      SELECT tsvector_to_array(to_tsvector('english', separate_words(search_normal(a.author)))) AS stems OFFSET 0) AS author
    CROSS JOIN LATERAL unnest(d.document) AS t
    WHERE d.article_id = ANY(ids) AND d.public_at IS NOT NULL AND t.lexeme !~ '^[0-9]+$'
      -- The author's name says nothing about the topic.
      AND NOT (t.weights = '{B}' AND t.lexeme = ANY(author.stems))
  ), stems AS MATERIALIZED (
    SELECT lexeme, least(counted, coalesce((SELECT max(v.documents) FROM search_vocabulary v WHERE v.stem = f.lexeme), 1)) AS documents
    FROM (SELECT DISTINCT lexeme FROM found) AS f
  ), weighed AS (
    SELECT f.article_id, f.lexeme AS term, sqrt(f.prominence) * ln((counted + 1) / s.documents) AS weight
    FROM found f JOIN stems s USING (lexeme)
    -- A word of no other article relates nothing. In a title or summary it may be new since the words were counted.
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
create or replace function closest_articles(article uuid, most integer)
  RETURNS TABLE (related_id uuid, score real)
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  enough CONSTANT integer := 100;
  most_candidates CONSTANT integer := 300;
  lowest_score CONSTANT double precision := 0.03;
  own related_terms;
  stems tsquery[];
  query tsquery;
  candidates uuid[] := '{}';
BEGIN
  SELECT * INTO own FROM related_terms t WHERE t.article_id = article;
  stems := array(SELECT word_query(term) FROM unnest(own.terms) WITH ORDINALITY AS t (term, place)
    WHERE term NOT LIKE '#%' ORDER BY place LIMIT 6);
  FOR shared IN REVERSE 3..1 LOOP
    query := join_queries(CASE shared
      WHEN 3 THEN array(SELECT stems[a] && stems[b] && stems[c] FROM generate_subscripts(stems, 1) AS a,
        generate_subscripts(stems, 1) AS b, generate_subscripts(stems, 1) AS c WHERE a < b AND b < c)
      WHEN 2 THEN array(SELECT stems[a] && stems[b] FROM generate_subscripts(stems, 1) AS a, generate_subscripts(stems, 1) AS b WHERE a < b)
      ELSE stems || array(SELECT word_query(term) FROM unnest(own.terms) AS term WHERE term LIKE '#%') END, '|');
    CONTINUE WHEN query IS NULL;
    candidates := candidates || array(SELECT t.article_id FROM related_terms t
      WHERE array_to_tsvector(t.terms) @@ query AND t.article_id <> article AND t.article_id <> ALL(candidates)
      LIMIT most_candidates - cardinality(candidates));
    EXIT WHEN cardinality(candidates) >= enough;
  END LOOP;
  RETURN QUERY
  SELECT t.article_id, least(1, sum(o.weight * theirs.weight))::real
  FROM unnest(candidates) AS candidate (id) JOIN related_terms t ON t.article_id = candidate.id
  CROSS JOIN LATERAL unnest(t.terms, t.weights) AS theirs (term, weight)
  JOIN unnest(own.terms, own.weights) AS o (term, weight) USING (term)
  GROUP BY t.article_id HAVING sum(o.weight * theirs.weight) >= lowest_score
  ORDER BY 2 DESC, 1 LIMIT most;
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
  refills integer;
  current_id uuid;
  closest uuid[];
  scores real[];
  listing uuid[];
  others uuid[];
  before jsonb := '{}';
  other record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('related_articles'));
  DELETE FROM related_terms t WHERE t.article_id = ANY(ids)
    AND NOT EXISTS (SELECT FROM search_documents d WHERE d.article_id = t.article_id AND d.public_at IS NOT NULL);
  INSERT INTO related_terms AS t (article_id, terms, weights) SELECT * FROM weigh_terms(ids)
  ON CONFLICT (article_id) DO UPDATE SET terms = excluded.terms, weights = excluded.weights
  WHERE (t.terms, t.weights) IS DISTINCT FROM (excluded.terms, excluded.weights);

  FOREACH current_id IN ARRAY ids LOOP
    SELECT coalesce(array_agg(c.related_id ORDER BY c.score DESC, c.related_id), '{}'),
      coalesce(array_agg(c.score ORDER BY c.score DESC, c.related_id), '{}')
    INTO closest, scores FROM closest_articles(current_id, reach) AS c;
    listing := array(SELECT r.article_id FROM related_articles r WHERE r.related_id = current_id);
    others := listing || array(
      SELECT c.id FROM unnest(closest, scores) AS c (id, score)
      CROSS JOIN LATERAL (SELECT count(*) AS size, min(r.score) AS lowest FROM related_articles r WHERE r.article_id = c.id) AS list
      WHERE c.id <> ALL(listing) AND (list.size < longest OR c.score > list.lowest));
    before := coalesce((SELECT jsonb_object_agg(o, to_jsonb(related_list(o))) FROM unnest(others || current_id) AS o), '{}') || before;

    refills := 0;
    DELETE FROM related_articles r WHERE r.article_id = current_id;
    INSERT INTO related_articles (article_id, related_id, score)
    SELECT current_id, * FROM unnest(closest[:longest], scores[:longest]);
    FOR other IN
      SELECT o.id, c.score, o.id = ANY(listing) AS was_listed, list.size, list.lowest
      FROM unnest(others) AS o (id) LEFT JOIN unnest(closest, scores) AS c (id, score) USING (id)
      CROSS JOIN LATERAL (
        SELECT count(*) AS size, min(r.score) AS lowest FROM related_articles r WHERE r.article_id = o.id AND r.related_id <> current_id) AS list
    LOOP
      IF other.was_listed AND (other.score IS NULL OR other.size = longest - 1 AND other.score < other.lowest) THEN
        -- The eleventh is closer now.
        refills := refills + 1;
        IF refills <= most_refills THEN
          PERFORM fill_related_list(other.id);
        ELSE
          DELETE FROM related_articles r WHERE r.article_id = other.id AND r.related_id = current_id;
        END IF;
      ELSE
        INSERT INTO related_articles AS r (article_id, related_id, score) VALUES (other.id, current_id, other.score)
        ON CONFLICT (article_id, related_id) DO UPDATE SET score = excluded.score WHERE r.score <> excluded.score;
        IF other.size = longest THEN
          DELETE FROM related_articles r USING (
            SELECT l.related_id FROM related_articles l WHERE l.article_id = other.id ORDER BY l.score, l.related_id DESC LIMIT 1) AS last
          WHERE r.article_id = other.id AND r.related_id = last.related_id;
        END IF;
      END IF;
    END LOOP;
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
create or replace trigger search_documents_unrelated_on_insert AFTER INSERT ON search_documents
  FOR EACH ROW WHEN (NEW.public_at IS NOT NULL) EXECUTE FUNCTION note_unrelated_articles();
--> statement-breakpoint
create or replace trigger search_documents_unrelated_on_update AFTER UPDATE ON search_documents
  FOR EACH ROW WHEN ((OLD.public_at IS NULL) <> (NEW.public_at IS NULL)
    OR NEW.public_at IS NOT NULL AND OLD.document <> NEW.document)
  EXECUTE FUNCTION note_unrelated_articles();
--> statement-breakpoint
-- Computed by the cron task after the migration.
INSERT INTO related_outdated (article_id) SELECT article_id FROM search_documents WHERE public_at IS NOT NULL ON CONFLICT DO NOTHING;
