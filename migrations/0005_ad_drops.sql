CREATE TABLE "ad_drops" (
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "ad_drops_ad_id_day_kind_reason_pk" PRIMARY KEY("ad_id","day","kind","reason"),
	CONSTRAINT "ad_drops_kind_known" CHECK ("ad_drops"."kind" in ('impression', 'viewable', 'click')),
	CONSTRAINT "ad_drops_reason_known" CHECK ("ad_drops"."reason" in ('too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'crawler', 'not_opened')),
	CONSTRAINT "ad_drops_events_positive" CHECK ("ad_drops"."events" > 0)
);
--> statement-breakpoint
CREATE TABLE "ad_views" (
	"view_id" text NOT NULL,
	"placement_id" uuid NOT NULL,
	"impressions" integer NOT NULL,
	"viewable" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_views_view_id_placement_id_pk" PRIMARY KEY("view_id","placement_id")
);
--> statement-breakpoint
ALTER TABLE "ad_beacons" ADD COLUMN "most" integer;--> statement-breakpoint
CREATE INDEX "ad_views_created" ON "ad_views" USING btree ("created_at");