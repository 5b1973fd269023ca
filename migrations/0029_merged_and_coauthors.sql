-- What was counted for a merged author counts for the author who replaces them.
create or replace function move_author_reading(merged uuid, kept uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  WITH moved AS (DELETE FROM reading_groups WHERE kind = 'author' AND name = merged::text RETURNING *)
  INSERT INTO reading_groups AS t (day, kind, name, views, engaged_seconds, sign_ups)
  SELECT day, kind, kept::text, views, engaged_seconds, sign_ups FROM moved
  ON CONFLICT (kind, day, name) DO UPDATE SET views = t.views + excluded.views,
    engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, sign_ups = t.sign_ups + excluded.sign_ups;
END $$;
