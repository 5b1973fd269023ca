-- Page views, what they lead to, and their totals; what won a lead.
CREATE TABLE "article_reading" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"as_of" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"views_7" integer DEFAULT 0 NOT NULL,
	"engaged_7" integer DEFAULT 0 NOT NULL,
	"views_28" integer DEFAULT 0 NOT NULL,
	"engaged_28" integer DEFAULT 0 NOT NULL,
	"views_90" integer DEFAULT 0 NOT NULL,
	"engaged_90" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "most_read" (
	"place" smallint PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"is_popular" boolean NOT NULL,
	CONSTRAINT "most_read_article_id_unique" UNIQUE("article_id")
);
--> statement-breakpoint
CREATE TABLE "outcome_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"article_id" uuid,
	"outcomes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "outcome_days_once" UNIQUE NULLS NOT DISTINCT("kind","target","day","article_id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"page" text NOT NULL,
	"article_id" uuid,
	"source_kind" text NOT NULL,
	"source" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"reader" text,
	"is_first" boolean NOT NULL,
	"is_first_of_article" boolean NOT NULL,
	"engaged_seconds" integer NOT NULL,
	"quarter" smallint NOT NULL,
	CONSTRAINT "page_views_hour" CHECK ("page_views"."hour" between 0 and 23),
	CONSTRAINT "page_views_quarter" CHECK ("page_views"."quarter" between 0 and 4),
	CONSTRAINT "page_views_seconds" CHECK ("page_views"."engaged_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reading_beacons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reading_beacons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"view_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_days" (
	"article_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	"cta_clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_days_article_id_day_pk" PRIMARY KEY("article_id","day")
);
--> statement-breakpoint
CREATE TABLE "reading_drops" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "reading_drops_day_reason_pk" PRIMARY KEY("day","reason"),
	CONSTRAINT "reading_drops_positive" CHECK ("reading_drops"."events" > 0)
);
--> statement-breakpoint
CREATE TABLE "reading_groups" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_groups_kind_day_name_pk" PRIMARY KEY("kind","day","name")
);
--> statement-breakpoint
CREATE TABLE "reading_hours" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"article_views" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_hours_day_hour_pk" PRIMARY KEY("day","hour")
);
--> statement-breakpoint
CREATE TABLE "reading_outcomes" (
	"view_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"article_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	CONSTRAINT "reading_outcomes_view_id_kind_target_pk" PRIMARY KEY("view_id","kind","target"),
	CONSTRAINT "reading_outcomes_kind_known" CHECK ("reading_outcomes"."kind" in ('sign_up', 'cta_view', 'cta_click', 'save', 'share', 'search'))
);
--> statement-breakpoint
CREATE TABLE "reading_totals" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"article_id" uuid,
	"source_kind" text NOT NULL,
	"source" text NOT NULL,
	"device" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"engaged_seconds" bigint DEFAULT 0 NOT NULL,
	"quarter1" integer DEFAULT 0 NOT NULL,
	"quarter2" integer DEFAULT 0 NOT NULL,
	"quarter3" integer DEFAULT 0 NOT NULL,
	"quarter4" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_totals_once" UNIQUE NULLS NOT DISTINCT("article_id","day","page","source_kind","source","device")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "article_id" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "won_kind" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "won_from" text;--> statement-breakpoint
CREATE INDEX "article_reading_as_of" ON "article_reading" USING btree ("as_of") WHERE "article_reading"."views_90" > 0;--> statement-breakpoint
CREATE INDEX "article_reading_engaged_7" ON "article_reading" USING btree ("engaged_7" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "article_reading_engaged_28" ON "article_reading" USING btree ("engaged_28" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "article_reading_engaged_90" ON "article_reading" USING btree ("engaged_90" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "article_reading_views_7" ON "article_reading" USING btree ("views_7" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "article_reading_views_28" ON "article_reading" USING btree ("views_28" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "article_reading_views_90" ON "article_reading" USING btree ("views_90" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "outcome_days_day" ON "outcome_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "page_views_day" ON "page_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "page_views_seen" ON "page_views" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "page_views_reader" ON "page_views" USING btree ("reader","article_id") WHERE "page_views"."reader" is not null;--> statement-breakpoint
CREATE INDEX "reading_days_day" ON "reading_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "reading_outcomes_day" ON "reading_outcomes" USING btree ("day");--> statement-breakpoint
CREATE INDEX "reading_totals_day" ON "reading_totals" USING btree ("day");--> statement-breakpoint
CREATE INDEX "leads_article" ON "leads" USING btree ("article_id") WHERE "leads"."article_id" is not null;
--> statement-breakpoint
-- A moment as the clocks of a time zone show it. An unknown zone must not stop the counting.
create or replace function magazine_time(moment timestamp with time zone, zone text)
  RETURNS timestamp without time zone
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN moment AT TIME ZONE 'UTC';
END $$;
--> statement-breakpoint
-- Sums the last 7, 28 and 90 days again when a day has begun, for each article with views in them. Returns how many.
create or replace function roll_reading()
  RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE
  today date := magazine_time(now(), magazine_zone())::date;
  rolled integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  UPDATE article_reading r SET as_of = today, views_7 = coalesce(s.views_7, 0), engaged_7 = coalesce(s.engaged_7, 0),
    views_28 = coalesce(s.views_28, 0), engaged_28 = coalesce(s.engaged_28, 0), views_90 = coalesce(s.views_90, 0),
    engaged_90 = coalesce(s.engaged_90, 0)
  FROM article_reading a LEFT JOIN (
    SELECT d.article_id, sum(d.views) AS views_90, sum(d.engaged_seconds) AS engaged_90,
      sum(d.views) FILTER (WHERE d.day > today - 28) AS views_28, sum(d.engaged_seconds) FILTER (WHERE d.day > today - 28) AS engaged_28,
      sum(d.views) FILTER (WHERE d.day > today - 7) AS views_7, sum(d.engaged_seconds) FILTER (WHERE d.day > today - 7) AS engaged_7
    FROM reading_days d WHERE d.day > today - 90 GROUP BY d.article_id
  ) AS s USING (article_id)
  WHERE r.article_id = a.article_id AND r.as_of <> today AND r.views_90 > 0;
  GET DIAGNOSTICS rolled = ROW_COUNT;
  RETURN rolled;
END $$;
--> statement-breakpoint
-- Every article has sums, so that lists can be sorted by them through an index.
create or replace function add_article_reading()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_reading (article_id, as_of) SELECT id, magazine_day(now(), magazine_zone()) FROM created
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The articles with the most engaged time of the last seven days. Returns what changed: the articles that became or ceased to be
-- popular, and whether the list is another one.
create or replace function refresh_most_read(most integer, popular integer)
  RETURNS TABLE (article_ids uuid[], is_other boolean)
  LANGUAGE plpgsql
AS $$
DECLARE
  earlier uuid[];
  marked uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('most read'));
  SELECT array_agg(article_id ORDER BY place), array_agg(article_id) FILTER (WHERE is_popular) INTO earlier, marked FROM most_read;
  DELETE FROM most_read;
  -- Articles that editors chose are popular anyway and come first, so fewer are added to them.
  INSERT INTO most_read (place, article_id, is_popular)
  SELECT row_number() OVER (ORDER BY engaged_7 DESC, id), id,
    NOT chosen AND row_number() OVER (PARTITION BY chosen ORDER BY engaged_7 DESC, id) <= popular - (
      SELECT count(*) FROM articles WHERE is_popular AND is_public(status, deleted_at))
  FROM (
    SELECT a.id, a.is_popular AS chosen, r.engaged_7 FROM article_reading r JOIN articles a ON a.id = r.article_id
    WHERE r.engaged_7 > 0 AND is_public(a.status, a.deleted_at) ORDER BY r.engaged_7 DESC, r.article_id LIMIT most
  ) AS top;
  RETURN QUERY
  SELECT array(
      SELECT coalesce(o.id, n.article_id) FROM unnest(marked) AS o (id)
      FULL JOIN (SELECT m.article_id FROM most_read m WHERE m.is_popular) AS n ON n.article_id = o.id
      WHERE o.id IS NULL OR n.article_id IS NULL),
    earlier IS DISTINCT FROM (SELECT array_agg(m.article_id ORDER BY place) FROM most_read m);
END $$;
--> statement-breakpoint
create or replace trigger article_reading_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION add_article_reading();
--> statement-breakpoint
INSERT INTO article_reading (article_id, as_of) SELECT id, magazine_day(now(), magazine_zone()) FROM articles;
