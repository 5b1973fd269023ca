CREATE TABLE "article_coauthors" (
	"article_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "article_coauthors_article_id_author_id_pk" PRIMARY KEY("article_id","author_id"),
	CONSTRAINT "article_coauthors_place" UNIQUE("article_id","position"),
	CONSTRAINT "article_coauthors_few" CHECK ("article_coauthors"."position" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "article_coauthors" ADD CONSTRAINT "article_coauthors_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_coauthors" ADD CONSTRAINT "article_coauthors_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_coauthors_author" ON "article_coauthors" USING btree ("author_id","article_id");--> statement-breakpoint
create or replace function coauthor_names(article uuid)
  RETURNS text[]
  LANGUAGE sql
  STABLE
AS $$
  SELECT array(SELECT au.name FROM article_coauthors c JOIN authors au ON au.id = c.author_id
    WHERE c.article_id = article ORDER BY c.position)
$$;--> statement-breakpoint
create or replace function skip_author_as_coauthor()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM articles WHERE id = NEW.article_id AND author_id = NEW.author_id) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
create or replace function remove_author_from_coauthors()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = NEW.id AND author_id = NEW.author_id;
  RETURN NULL;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
create or replace function take_coauthors_off_article()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = OLD.id;
  RETURN OLD;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
create or replace function index_articles(ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE unknown text[];
BEGIN
  INSERT INTO search_documents AS d
    (article_id, public_at, week, category_id, author_id, is_popular, document, words, body_from, body, normal)
  SELECT id, public_at, week, category_id, author_id, is_popular,
    setweight(to_tsvector('english', separate_words(normal_title)), 'A')
      || setweight(to_tsvector('english', separate_words(normal_about)), 'B')
      || setweight(to_tsvector('english', separate_words(normal_headings)), 'C')
      || setweight(to_tsvector('english', separate_words(normal_body)), 'D'),
    array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(normal)) AS word)),
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
        SELECT CASE WHEN a.members_only THEN article_beginning(a.content) ELSE a.content END AS html OFFSET 0) AS v
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
END $$;--> statement-breakpoint
create or replace function note_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME IN ('article_tags', 'article_coauthors') THEN
    INSERT INTO search_noted (article_id) SELECT DISTINCT article_id FROM changed_rows;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO search_noted (article_id) SELECT id FROM changed_rows;
  ELSE
    -- A trigger with transition tables cannot have a column list, so the function compares.
    INSERT INTO search_noted (article_id)
    SELECT n.id FROM changed_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.title, n.summary, n.content, n.members_only, n.author, n.author_id, n.category_id, n.publish_date, n.is_popular)
        IS DISTINCT FROM (o.title, o.summary, o.content, o.members_only, o.author, o.author_id, o.category_id, o.publish_date, o.is_popular)
      OR is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
create or replace trigger article_author_is_no_coauthor AFTER UPDATE OF author_id ON articles
  FOR EACH ROW WHEN (OLD.author_id IS DISTINCT FROM NEW.author_id) EXECUTE FUNCTION remove_author_from_coauthors();--> statement-breakpoint
create or replace trigger coauthor_is_not_the_author BEFORE INSERT ON article_coauthors
  FOR EACH ROW EXECUTE FUNCTION skip_author_as_coauthor();--> statement-breakpoint
create or replace trigger coauthor_counts_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();--> statement-breakpoint
create or replace trigger coauthor_counts_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();--> statement-breakpoint
create or replace trigger article_coauthors_before_delete BEFORE DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION take_coauthors_off_article();--> statement-breakpoint
create or replace trigger article_coauthors_noted_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();--> statement-breakpoint
create or replace trigger article_coauthors_noted_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
