-- Daily totals of ad impressions, viewable impressions and clicks.

-- The time zone of the settings or their default (site-settings.ts).
create or replace function magazine_zone()
  RETURNS text
  LANGUAGE sql
  STABLE
AS $$ SELECT coalesce((SELECT value->>'timeZone' FROM settings WHERE key = 'site'), 'America/New_York') $$;

-- The day of a moment in the magazine's time zone. An unknown zone must not stop the counting.
create or replace function magazine_day(moment timestamp with time zone, zone text)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;

-- Every statement that changes the log changes the totals in the same transaction, so totals equal the log. Rows are grouped
-- by quarter of an hour first, because time zones differ by multiples of it.
create or replace function count_ad_impressions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  zone text := magazine_zone();
  difference int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO ad_days AS d (ad_id, day, location, category_id, impressions)
  SELECT ad_id, magazine_day(quarter, zone) AS day, location, category_id, difference * sum(total)
  FROM (
    SELECT ad_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, coalesce(location, '') AS location,
      category_id, count(*) AS total
    FROM changed GROUP BY 1, 2, 3, 4
  ) AS quarters
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (ad_id, day, location, category_id) DO UPDATE SET impressions = d.impressions + excluded.impressions;
  RETURN NULL;
END $$;

create or replace function count_ad_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  zone text := magazine_zone();
  difference int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO ad_days AS d (ad_id, day, location, category_id, viewable, clicks)
  SELECT ad_id, magazine_day(quarter, zone) AS day, location, category_id, difference * sum(viewable),
    difference * sum(clicks)
  FROM (
    SELECT ad_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, coalesce(location, '') AS location,
      category_id, count(*) FILTER (WHERE kind = 'viewable') AS viewable, count(*) FILTER (WHERE kind = 'click') AS clicks
    FROM changed GROUP BY 1, 2, 3, 4
  ) AS quarters
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (ad_id, day, location, category_id)
  DO UPDATE SET viewable = d.viewable + excluded.viewable, clicks = d.clicks + excluded.clicks;
  RETURN NULL;
END $$;

create or replace function forget_ad_impressions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE ad_days SET impressions = 0;
  RETURN NULL;
END $$;

create or replace function forget_ad_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE ad_days SET viewable = 0, clicks = 0;
  RETURN NULL;
END $$;
