ALTER TABLE "articles" ADD COLUMN "members_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What everybody may read of an article for members: the first blocks of clean HTML, three at most, and never more than
-- half of it; no heading comes last. `toBeginning` in app/features/articles/article-beginning.ts is the same rule.
CREATE FUNCTION article_beginning(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
-- As before, and of an article for members its beginning alone: nobody finds out by searching what the rest says.
CREATE OR REPLACE FUNCTION index_articles(ids uuid[]) RETURNS void LANGUAGE sql
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
CREATE OR REPLACE FUNCTION keep_changed_article_documents() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION raise_article_version() RETURNS trigger LANGUAGE plpgsql AS $$
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
