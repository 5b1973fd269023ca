-- Article counts. Triggers append differences to two ledgers; the count is the sum of a key. Appending needs no lock on a
-- shared row, so writers do not wait for each other. Read the sums through the views below. The counts of categories are shown by
-- `site_links` (menus) and app/features/categories/ (category pages and the admin).

-- Articles per status ('trash' for deleted ones) and category.
create or replace view article_counts as
SELECT status, category_id, sum(difference)::bigint AS total
FROM article_count_entries GROUP BY status, category_id;

-- Published articles per author, co-authors included, and tag.
create or replace view published_counts as
SELECT kind, owner_id, sum(difference)::bigint AS total
FROM published_count_entries GROUP BY kind, owner_id;

-- The links around every public page, in order: categories with their published articles; the tags of the most published articles,
-- older tags first on a tie; static pages. PL/pgSQL keeps the plans for the session; planning these takes longer than running them.
create or replace function site_links(most_tags integer)
  RETURNS TABLE (kind text, slug text, name text, total bigint)
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN QUERY SELECT 'category', c.slug, c.name, coalesce(ac.total, 0)
    FROM categories c LEFT JOIN article_counts ac ON ac.category_id = c.id AND ac.status = 'published' ORDER BY c.name;
  RETURN QUERY SELECT 'tag', t.slug, t.name, pc.total FROM published_counts pc JOIN tags t ON t.id = pc.owner_id
    WHERE pc.kind = 'tag' AND pc.total > 0 ORDER BY pc.total DESC, t.created_at, t.name LIMIT most_tags;
  RETURN QUERY SELECT 'page', p.slug, p.title, NULL::bigint FROM pages p ORDER BY p.created_at, p.title;
END $$;

-- The key of an article in the ledger of statuses.
create or replace function counted_status(status text, deleted_at timestamp with time zone)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'trash' END $$;

create or replace function count_inserted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, count(*) FROM new_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, count(*) FROM new_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;

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
END $$;

create or replace function count_deleted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT counted_status(status, deleted_at), category_id, -count(*) FROM old_rows GROUP BY 1, 2;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'author', author_id, -count(*) FROM old_rows
  WHERE is_public(status, deleted_at) AND author_id IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;

-- Removes an article's tags while the article still exists: afterwards its status would be unknown and the tags could not be
-- counted.
create or replace function take_tags_off_article()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_tags WHERE article_id = OLD.id;
  RETURN OLD;
END $$;

-- The same for co-authors.
create or replace function take_coauthors_off_article()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = OLD.id;
  RETURN OLD;
END $$;

-- Locks the articles before counting, so that a concurrent publication is not missed. The lock is a statement of its own:
-- within one statement the count could read rows from before the lock.
create or replace function count_tagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM new_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, count(*) FROM new_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;

create or replace function count_untagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM articles WHERE id IN (SELECT article_id FROM old_rows) ORDER BY id FOR SHARE;
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT 'tag', t.tag_id, -count(*) FROM old_rows t JOIN articles a ON a.id = t.article_id
  WHERE is_public(a.status, a.deleted_at) GROUP BY 2;
  RETURN NULL;
END $$;

-- Merging tags moves rows from one tag to another.
create or replace function count_retagged_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
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

-- Co-authors, as tags above.
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
END $$;

-- Folds each ledger into one row per key. Skips if another transaction is compacting; concurrent appends are not affected.
create or replace function compact_article_counts()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('compact article counts')) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM article_count_entries RETURNING status, category_id, difference)
  INSERT INTO article_count_entries (status, category_id, difference)
  SELECT status, category_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
  WITH gone AS (DELETE FROM published_count_entries RETURNING kind, owner_id, difference)
  INSERT INTO published_count_entries (kind, owner_id, difference)
  SELECT kind, owner_id, sum(difference) FROM gone GROUP BY 1, 2 HAVING sum(difference) <> 0;
END $$;

-- Compacts after about every hundredth entry. The trigger's depth condition keeps compaction from triggering itself.
create or replace function compact_counts_now_and_then()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF (SELECT max(id) % 100 < count(*) FROM new_rows) THEN PERFORM compact_article_counts(); END IF;
  RETURN NULL;
END $$;

-- For operations: counts everything again, for example after restoring single tables. Run `select recount_articles()`.
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
END $$;
