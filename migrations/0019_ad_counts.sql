CREATE TABLE "ad_beacons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"view_id" text NOT NULL,
	"change" integer NOT NULL,
	"ad_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid,
	"article_id" uuid,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid,
	"impressions" integer DEFAULT 0 NOT NULL,
	"viewable" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ad_days_once" UNIQUE NULLS NOT DISTINCT("ad_id","day","location","category_id")
);
--> statement-breakpoint
CREATE TABLE "ad_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event_key" uuid NOT NULL,
	"ad_id" uuid NOT NULL,
	"placement_id" uuid,
	"article_id" uuid,
	"user_agent" text,
	"location" text,
	"category_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_events_once" UNIQUE("event_key"),
	CONSTRAINT "ad_events_kind_known" CHECK ("ad_events"."kind" in ('viewable', 'click'))
);
--> statement-breakpoint
ALTER TABLE "ad_impressions" ADD COLUMN "event_key" uuid;--> statement-breakpoint
CREATE INDEX "ad_events_ad" ON "ad_events" USING btree ("ad_id","created_at");--> statement-breakpoint
ALTER TABLE "ad_impressions" ADD CONSTRAINT "ad_impressions_once" UNIQUE("event_key");--> statement-breakpoint
-- The day of a moment in the magazine's time zone. A zone that only the worker's clock knows must not stop the counting.
CREATE FUNCTION magazine_day(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (moment AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
-- The zone of the settings, or their default (app/features/settings/site-settings.ts).
CREATE FUNCTION magazine_zone() RETURNS text LANGUAGE sql STABLE
AS $$ SELECT coalesce((SELECT value->>'timeZone' FROM settings WHERE key = 'site'), 'America/New_York') $$;
--> statement-breakpoint
-- A report's sums are those of the log: each statement that changes the log changes them in its own transaction. Hours are
-- summed up first, so that the day is asked for once an hour and not once a row; zones differ by quarters of an hour.
CREATE FUNCTION count_ad_impressions() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE FUNCTION count_ad_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER ad_days_on_impressions AFTER INSERT ON ad_impressions
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
--> statement-breakpoint
CREATE TRIGGER ad_days_on_lost_impressions AFTER DELETE ON ad_impressions
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
--> statement-breakpoint
CREATE TRIGGER ad_days_on_events AFTER INSERT ON ad_events
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
--> statement-breakpoint
CREATE TRIGGER ad_days_on_lost_events AFTER DELETE ON ad_events
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
--> statement-breakpoint
CREATE FUNCTION forget_ad_impressions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ad_days SET impressions = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_ad_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ad_days SET viewable = 0, clicks = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ad_days_without_impressions AFTER TRUNCATE ON ad_impressions
FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_impressions();
--> statement-breakpoint
CREATE TRIGGER ad_days_without_events AFTER TRUNCATE ON ad_events
FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_events();
--> statement-breakpoint
-- What was counted before there were sums.
INSERT INTO ad_days (ad_id, day, location, category_id, impressions)
SELECT ad_id, magazine_day(created_at, magazine_zone()), coalesce(location, ''), category_id, count(*)
FROM ad_impressions GROUP BY 1, 2, 3, 4;
