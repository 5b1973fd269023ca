-- Paths that search engines are told about (IndexNow).

-- Notes the paths, unless there is no key or a bulk import runs that is not news. A path that is noted again
-- while it is being submitted is submitted again.
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

-- Whether search engines may list the article.
create or replace function is_searchable(article articles)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT is_public(article.status, article.deleted_at) AND NOT article.seo ? 'hideFromSearch' $$;

create or replace function note_article_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND is_searchable(NEW) AND (TG_OP = 'INSERT' OR NOT is_searchable(OLD) OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/article/' || NEW.slug]);
  END IF;
  IF TG_OP <> 'INSERT' AND is_searchable(OLD) AND (TG_OP = 'DELETE' OR NOT is_searchable(NEW) OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/article/' || OLD.slug]);
  END IF;
  RETURN NULL;
END $$;

create or replace function note_page_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NOT NEW.seo ? 'hideFromSearch' AND (TG_OP = 'INSERT' OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/page/' || NEW.slug]);
  END IF;
  IF TG_OP <> 'INSERT' AND NOT OLD.seo ? 'hideFromSearch'
    AND (TG_OP = 'DELETE' OR OLD.slug <> NEW.slug OR NEW.seo ? 'hideFromSearch') THEN
    PERFORM note_index_now(ARRAY['/page/' || OLD.slug]);
  END IF;
  RETURN NULL;
END $$;
