-- Where images are used.

-- The file keys in a text: what follows /media/ up to a quote, space, bracket or question mark. Longer than 300 characters is
-- no key of ours and too long for the index.
create or replace function media_keys(texts text)
  RETURNS SETOF text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT key FROM (
    SELECT DISTINCT (regexp_matches(texts, '/media/([\w./-]+)', 'g'))[1] AS key WHERE texts LIKE '%/media/%'
  ) AS found
  WHERE length(key) <= 300
$$;

-- Keeps media_uses true. The trigger's arguments name the columns to search.
create or replace function keep_media_uses()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE texts text := '';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM media_uses WHERE kind = TG_TABLE_NAME AND owner_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT string_agg(to_jsonb(NEW) ->> name, ' ') INTO texts FROM unnest(TG_ARGV) AS name;
    INSERT INTO media_uses (key, kind, owner_id) SELECT key, TG_TABLE_NAME, NEW.id FROM media_keys(texts) AS key;
  END IF;
  RETURN NULL;
END $$;

-- Keeps the words that the library's search compares.
create or replace function keep_media_document()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.document := prose_document(concat_ws(' ', NEW.name, NEW.alt));
  RETURN NEW;
END $$;
