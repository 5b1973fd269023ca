-- What is longer than any key of ours is none, and too long for the index that uses are found by.
CREATE OR REPLACE FUNCTION media_keys(texts text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT key FROM (
    SELECT DISTINCT (regexp_matches(texts, '/media/([\w./-]+)', 'g'))[1] AS key WHERE texts LIKE '%/media/%'
  ) AS found
  WHERE length(key) <= 300
$$;
