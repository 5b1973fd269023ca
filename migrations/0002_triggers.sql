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
-- Sums for readers. The ledgers stay short (see below), so this costs next to nothing.
CREATE VIEW article_counts AS
SELECT status, category_id, sum(difference)::bigint AS total FROM article_count_entries GROUP BY status, category_id;
--> statement-breakpoint
CREATE VIEW published_counts AS
SELECT kind, owner_id, sum(difference)::bigint AS total FROM published_count_entries GROUP BY kind, owner_id;
--> statement-breakpoint
-- Folds a ledger into one row per key. One at a time and never waiting; who adds entries meanwhile is not disturbed.
CREATE FUNCTION compact_article_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('compact article counts')) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM article_count_entries RETURNING status, category_id, difference)
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT status, category_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
  WITH gone AS (DELETE FROM published_count_entries RETURNING kind, owner_id, difference)
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT kind, owner_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION compact_counts_now_and_then() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT max(id) % 100 < count(*) FROM new_rows) THEN PERFORM compact_article_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Compacting adds rows itself; the depth keeps it from calling itself.
CREATE TRIGGER compact_article_counts AFTER INSERT ON article_count_entries
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() < 2)
EXECUTE FUNCTION compact_counts_now_and_then();
--> statement-breakpoint
CREATE TRIGGER compact_published_counts AFTER INSERT ON published_count_entries
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() < 2)
EXECUTE FUNCTION compact_counts_now_and_then();
--> statement-breakpoint
-- Where an article stands in the first ledger.
CREATE FUNCTION counted_status(status text, deleted_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END $$;
--> statement-breakpoint
CREATE FUNCTION is_public(status text, deleted_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE
AS $$ SELECT status = 'published' AND deleted_at IS NULL $$;
--> statement-breakpoint
CREATE FUNCTION count_inserted_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM new_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM new_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_counts_on_insert AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_articles();
--> statement-breakpoint
CREATE FUNCTION count_updated_articles() RETURNS trigger LANGUAGE plpgsql AS $$
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
  ) AS changes WHERE owner_id IS NOT NULL GROUP BY 1, 2 HAVING sum(difference) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_counts_on_update AFTER UPDATE ON articles
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_updated_articles();
--> statement-breakpoint
CREATE FUNCTION count_deleted_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, -count(*) FROM old_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, -count(*) FROM old_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
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
-- The article is locked before its tags are counted, or its publication by another hand could slip by unseen. A
-- statement of its own: in one with the count, the count could look at rows that are older than the lock.
CREATE FUNCTION count_tagged_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM new_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, count(*) FROM new_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tag_counts_on_insert AFTER INSERT ON article_tags
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_articles();
--> statement-breakpoint
CREATE FUNCTION count_untagged_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM old_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, -count(*) FROM old_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tag_counts_on_delete AFTER DELETE ON article_tags
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_untagged_articles();
--> statement-breakpoint
-- Merging tags moves rows from one to the other.
CREATE FUNCTION count_retagged_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM new_rows UNION SELECT article_id FROM old_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, sum(t.difference) FROM (
    SELECT article_id, tag_id, 1 AS difference FROM new_rows
    UNION ALL SELECT article_id, tag_id, -1 FROM old_rows
  ) AS t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2 HAVING sum(t.difference) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tag_counts_on_update AFTER UPDATE ON article_tags
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_retagged_articles();
--> statement-breakpoint
-- For operations: counts everything anew. `SELECT recount_articles()` after a restore of single tables, say.
CREATE FUNCTION recount_articles() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE articles, article_tags, article_count_entries, published_count_entries IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM article_count_entries;
  DELETE FROM published_count_entries;
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM articles GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM articles
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2
  UNION ALL
  SELECT 'tag', t.tag_id, count(*) FROM article_tags t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
END $$;
