-- Paths that search engines are told about (IndexNow).

-- Queues the paths for submission. Does nothing without a key, or while an import or restore has turned `magazine.events` off. A path
-- that is queued again while it is being submitted is submitted again.
create or replace function note_index_now(paths text[])
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO index_now_paths (path) SELECT DISTINCT noted FROM unnest(paths) AS noted
  WHERE coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM settings s WHERE s.key = 'site' AND coalesce(s.value ->> 'indexNowKey', '') <> '')
  ORDER BY noted
  ON CONFLICT (path) DO UPDATE SET noted_at = clock_timestamp(), tries = 0, claimed_until = NULL
$$;

-- Whether search engines may list the page under its own URL, as in sitemaps.
create or replace function is_indexable(seo jsonb)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT NOT seo ?| ARRAY['hideFromSearch', 'canonicalUrl'] $$;

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
END $$;

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
END $$;
