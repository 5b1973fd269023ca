-- Whoever publishes, the moment of the first time is kept, and no later save moves it.
CREATE FUNCTION keep_first_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.first_published_at IS NOT NULL THEN
    NEW.first_published_at := OLD.first_published_at;
  ELSIF NEW.status = 'published' AND NEW.first_published_at IS NULL THEN
    NEW.first_published_at := NEW.publish_date;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER first_publication_is_kept BEFORE INSERT OR UPDATE ON articles
FOR EACH ROW EXECUTE FUNCTION keep_first_publication();
--> statement-breakpoint
-- Text as search compares it: lower case, no accents, straight quotes, single spaces.
CREATE FUNCTION search_normal(value text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
AS $$ SELECT btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g')) $$;
--> statement-breakpoint
-- What search looks through. Content is stored clean, so the serializer's own four entities are all there are;
-- the ampersand comes last, or "&amp;lt;" would turn into a tag's bracket.
CREATE FUNCTION article_document(title text, summary text, content text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT search_normal(concat_ws(E'\n', title, summary,
    replace(replace(replace(replace(regexp_replace(content, '<[^>]*>', ' ', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')))
$$;
--> statement-breakpoint
-- Documents stay in their row (a page is 8160 bytes): a search that walks hundreds of them must not fetch each from TOAST.
ALTER TABLE article_documents SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE article_documents ALTER COLUMN document SET STORAGE MAIN;
--> statement-breakpoint
CREATE FUNCTION keep_article_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_documents AS d (article_id, document)
  SELECT n.id, article_document(n.title, n.summary, n.content) FROM new_rows n
  ON CONFLICT (article_id) DO UPDATE SET document = excluded.document WHERE d.document <> excluded.document;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_documents_on_insert AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_article_documents();
--> statement-breakpoint
CREATE FUNCTION keep_changed_article_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE article_documents d SET document = article_document(n.title, n.summary, n.content)
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE d.article_id = n.id
    AND (n.title, n.summary, n.content) IS DISTINCT FROM (o.title, o.summary, o.content);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Transition tables and a column list do not go together, so the function itself looks whether a text changed.
CREATE TRIGGER article_documents_on_update AFTER UPDATE ON articles
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_article_documents();
--> statement-breakpoint
-- Adds a batch of differences to the counters. Rows are taken in key order, so that two writers never lock crosswise.
CREATE FUNCTION add_to_published_counts(kinds text[], owners uuid[], differences bigint[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO published_counts AS c (kind, owner_id, total)
  SELECT k, o, sum(d) FROM unnest(kinds, owners, differences) AS x(k, o, d)
  WHERE o IS NOT NULL GROUP BY k, o HAVING sum(d) <> 0 ORDER BY k, o
  ON CONFLICT (kind, owner_id) DO UPDATE SET total = c.total + excluded.total
$$;
--> statement-breakpoint
CREATE FUNCTION count_inserted_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_counts AS c (status, category_id, total)
  SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END, category_id, count(*)
  FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (status, category_id) DO UPDATE SET total = c.total + excluded.total;
  PERFORM add_to_published_counts(array_agg('author'::text), array_agg(author_id), array_agg(1::bigint))
  FROM new_rows WHERE status = 'published' AND deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_counts_on_insert AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_articles();
--> statement-breakpoint
CREATE FUNCTION count_updated_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_counts AS c (status, category_id, total)
  SELECT status, category_id, sum(difference) FROM (
    SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END AS status, category_id, 1 AS difference FROM new_rows
    UNION ALL
    SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END, category_id, -1 FROM old_rows
  ) AS changes GROUP BY 1, 2 HAVING sum(difference) <> 0 ORDER BY 1, 2
  ON CONFLICT (status, category_id) DO UPDATE SET total = c.total + excluded.total;
  PERFORM add_to_published_counts(array_agg(kind), array_agg(owner_id), array_agg(difference::bigint)) FROM (
    SELECT 'author' AS kind, author_id AS owner_id, 1 AS difference FROM new_rows
      WHERE status = 'published' AND deleted_at IS NULL
    UNION ALL
    SELECT 'author', author_id, -1 FROM old_rows WHERE status = 'published' AND deleted_at IS NULL
    UNION ALL
    SELECT 'tag', t.tag_id, CASE WHEN n.status = 'published' AND n.deleted_at IS NULL THEN 1 ELSE -1 END
      FROM new_rows n JOIN old_rows o ON o.id = n.id JOIN article_tags t ON t.article_id = n.id
      WHERE (n.status = 'published' AND n.deleted_at IS NULL) <> (o.status = 'published' AND o.deleted_at IS NULL)
  ) AS changes;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_counts_on_update AFTER UPDATE ON articles
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_updated_articles();
--> statement-breakpoint
CREATE FUNCTION count_deleted_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_counts AS c (status, category_id, total)
  SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END, category_id, -count(*)
  FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (status, category_id) DO UPDATE SET total = c.total + excluded.total;
  PERFORM add_to_published_counts(array_agg('author'::text), array_agg(author_id), array_agg(-1::bigint))
  FROM old_rows WHERE status = 'published' AND deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_counts_on_delete AFTER DELETE ON articles
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_articles();
--> statement-breakpoint
-- While the article is still there, or its tags could no longer tell whether it was published.
CREATE FUNCTION take_tags_off_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_tags WHERE article_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_tags_before_delete BEFORE DELETE ON articles
FOR EACH ROW EXECUTE FUNCTION take_tags_off_article();
--> statement-breakpoint
CREATE FUNCTION count_tagged_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_published_counts(array_agg('tag'::text), array_agg(t.tag_id), array_agg(1::bigint))
  FROM new_rows t JOIN articles a ON a.id = t.article_id WHERE a.status = 'published' AND a.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tag_counts_on_insert AFTER INSERT ON article_tags
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_articles();
--> statement-breakpoint
CREATE FUNCTION count_untagged_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_published_counts(array_agg('tag'::text), array_agg(t.tag_id), array_agg(-1::bigint))
  FROM old_rows t JOIN articles a ON a.id = t.article_id WHERE a.status = 'published' AND a.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tag_counts_on_delete AFTER DELETE ON article_tags
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_untagged_articles();
