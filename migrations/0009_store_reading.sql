create or replace function store_progress(view uuid, progress jsonb)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  stored bigint;
BEGIN
  IF progress -> 'outcomes' <> '[]' THEN
    progress := progress || jsonb_build_object('outcomes', coalesce((
      SELECT jsonb_agg(o) FROM jsonb_array_elements(progress -> 'outcomes') AS o
      WHERE o ->> 1 = '' OR EXISTS (SELECT FROM ctas WHERE ctas.id::text = o ->> 1)), '[]'));
  END IF;
  INSERT INTO reading_beacons (view_id, kind, data) VALUES (view, 'progress', progress) RETURNING id INTO stored;
  RETURN NOT EXISTS (SELECT FROM reading_beacons WHERE id < stored ORDER BY id DESC LIMIT 1);
END $$;
--> statement-breakpoint
create or replace function store_page_view(view uuid, about jsonb, slug text)
  RETURNS TABLE (article_id uuid, first boolean)
  LANGUAGE plpgsql
AS $$
DECLARE
  stored bigint;
BEGIN
  IF slug IS NOT NULL THEN
    SELECT a.id INTO article_id FROM articles a WHERE a.slug = store_page_view.slug AND is_public(a.status, a.deleted_at);
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO reading_beacons (view_id, kind, data) VALUES (view, 'view', about || jsonb_build_object('article', article_id))
  RETURNING id INTO stored;
  first := NOT EXISTS (SELECT FROM reading_beacons WHERE id < stored ORDER BY id DESC LIMIT 1);
  RETURN NEXT;
END $$;
