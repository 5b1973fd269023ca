create function store_progress(reports jsonb)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  stored bigint;
BEGIN
  WITH inserted AS (
    INSERT INTO reading_beacons (view_id, kind, data)
    SELECT (report ->> 'view')::uuid, 'progress', report - 'view' || jsonb_build_object('outcomes', coalesce((
      SELECT jsonb_agg(jsonb_build_array(o -> 0, lower(o ->> 1))) FROM jsonb_array_elements(report -> 'outcomes') AS o
      WHERE o ->> 1 = '' OR EXISTS (SELECT FROM ctas WHERE ctas.id = nullif(o ->> 1, '')::uuid)), '[]'))
    FROM jsonb_array_elements(reports) AS report
    RETURNING id)
  SELECT min(id) INTO stored FROM inserted;
  RETURN NOT EXISTS (SELECT FROM reading_beacons WHERE id < stored ORDER BY id DESC LIMIT 1);
END $$;
--> statement-breakpoint
create or replace function store_progress(view uuid, progress jsonb)
  RETURNS boolean
  LANGUAGE sql
AS $$
  SELECT store_progress(jsonb_build_array(progress || jsonb_build_object('view', view)));
$$;
