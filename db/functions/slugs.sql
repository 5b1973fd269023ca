-- Slugs and the history of addresses.

-- The wanted slug, or the first of -2, -3, … that is free in the table. The advisory lock makes a second transaction that
-- wants the same slug wait. `all` is reserved for the list of all articles.
create or replace function free_slug(kind regclass, wanted text, own uuid)
  RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  candidate text := wanted;
  number integer := 1;
  taken boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(kind::text || ' ' || regexp_replace(wanted, '(-\d+)+$', ''), 0));
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE slug = $1 AND id IS DISTINCT FROM $2)', kind)
    INTO taken USING candidate, own;
    IF NOT taken AND NOT (kind = 'categories'::regclass AND candidate = 'all') THEN RETURN candidate; END IF;
    number := number + 1;
    candidate := wanted || '-' || number;
  END LOOP;
END $$;

-- Remembers a former slug, which then redirects to its owner. A slug in use is never in the history, so there are no loops. For
-- articles and authors see below.
create or replace function keep_slug_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history WHERE kind = TG_TABLE_NAME AND slug = NEW.slug;
  IF TG_TABLE_NAME <> 'articles' OR (to_jsonb(OLD) ->> 'first_published_at') IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES (TG_TABLE_NAME, OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id, created_at = excluded.created_at;
  END IF;
  RETURN NEW;
END $$;

-- The same for articles. A former slug redirects until another article is published under it; a draft does not take it.
create or replace function keep_article_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history
  WHERE kind = 'articles' AND slug = NEW.slug
    AND (target_id = NEW.id OR (NEW.status = 'published' AND NEW.deleted_at IS NULL));
  -- A slug that still redirects elsewhere was not public under this article.
  IF NEW.slug <> OLD.slug AND OLD.first_published_at IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES ('articles', OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The same for authors. A former slug redirects while no author with published articles has it; an author without any does not take
-- it, because everyone who may write a draft can add one. `currentSlug` (app/features/redirects) checks who has the slug.
create or replace function keep_author_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  is_public CONSTANT boolean := EXISTS (
    SELECT FROM published_counts pc WHERE pc.kind = 'author' AND pc.owner_id = NEW.id AND pc.total > 0);
BEGIN
  DELETE FROM slug_history WHERE kind = 'authors' AND slug = NEW.slug AND (target_id = NEW.id OR is_public);
  INSERT INTO slug_history (kind, slug, target_id) VALUES ('authors', OLD.slug, NEW.id)
  ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id, created_at = excluded.created_at WHERE is_public;
  RETURN NULL;
END $$;

-- A newly published article takes its slug out of the history.
create or replace function take_article_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n
  WHERE h.kind = 'articles' AND h.slug = n.slug AND n.status = 'published' AND n.deleted_at IS NULL;
  RETURN NULL;
END $$;

-- A new row takes its slug out of the history.
create or replace function take_slugs_from_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n WHERE h.kind = TG_TABLE_NAME AND h.slug = n.slug;
  RETURN NULL;
END $$;

-- Deleted rows leave the history.
create or replace function forget_slug_history()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM slug_history h USING old_rows o WHERE h.kind = TG_TABLE_NAME AND h.target_id = o.id;
  RETURN NULL;
END $$;

-- Refuses a redirect that leads back to itself or into a circle. The advisory lock serializes writers, so that two halves of a
-- circle cannot be written side by side. Query and hash are not part of the path, except the query of a search.
create or replace function refuse_redirect_circle()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  next_path text := NEW.to_path;
  visited text[] := ARRAY[NEW.from_path];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redirects', 0));
  LOOP
    next_path := regexp_replace(next_path, CASE WHEN starts_with(next_path, '/search?') THEN '#.*$' ELSE '[?#].*$' END, '');
    IF next_path = ANY(visited) THEN
      RAISE EXCEPTION 'The redirect leads in a circle' USING ERRCODE = '23514', CONSTRAINT = 'redirects_no_circle';
    END IF;
    visited := visited || next_path;
    SELECT to_path INTO next_path FROM redirects WHERE from_path = next_path AND id <> NEW.id;
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN NEW;
END $$;
