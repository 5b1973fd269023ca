-- Search engines also learn of pages that are shown again, and not of copies of articles from other sites.
-- Whether search engines may list the page under its own URL, as in sitemaps.
create or replace function is_indexable(seo jsonb)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT NOT seo ?| ARRAY['hideFromSearch', 'canonicalUrl'] $$;--> statement-breakpoint
create or replace function note_article_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_path text := CASE WHEN is_public(OLD.status, OLD.deleted_at) AND is_indexable(OLD.seo) THEN '/article/' || OLD.slug END;
  new_path text := CASE WHEN is_public(NEW.status, NEW.deleted_at) AND is_indexable(NEW.seo) THEN '/article/' || NEW.slug END;
BEGIN
  IF old_path IS DISTINCT FROM new_path THEN
    PERFORM note_index_now(array_remove(ARRAY[old_path, new_path], NULL));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
create or replace function note_page_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_path text := CASE WHEN is_indexable(OLD.seo) THEN '/page/' || OLD.slug END;
  new_path text := CASE WHEN is_indexable(NEW.seo) THEN '/page/' || NEW.slug END;
BEGIN
  IF old_path IS DISTINCT FROM new_path THEN
    PERFORM note_index_now(array_remove(ARRAY[old_path, new_path], NULL));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP FUNCTION is_searchable(articles);
