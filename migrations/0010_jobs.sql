CREATE TABLE "job_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"key" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"result" jsonb,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_items_once" UNIQUE("job_id","key"),
	CONSTRAINT "job_items_status" CHECK ("job_items"."status" in ('waiting', 'running', 'done', 'skipped', 'failed', 'cancelled')),
	CONSTRAINT "job_items_claimed" CHECK (("job_items"."status" = 'running') = ("job_items"."claimed_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"title" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" jsonb,
	"reason" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"closing_until" timestamp with time zone,
	"closings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('running', 'done', 'cancelled', 'failed')),
	CONSTRAINT "jobs_finished" CHECK (("jobs"."status" = 'running') = ("jobs"."finished_at" is null))
);
--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_items_of_status" ON "job_items" USING btree ("job_id","status","id");--> statement-breakpoint
CREATE INDEX "job_items_due" ON "job_items" USING btree ("next_try_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "job_items_held" ON "job_items" USING btree ("claimed_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "job_items_touched" ON "job_items" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("kind") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_created_by" ON "jobs" USING btree ("created_by");--> statement-breakpoint
-- First statement of an item's end: takes its lock, and stops the whole transaction when another consumer holds it or it
-- has ended. So what an item does is done once, however often its message comes.
CREATE FUNCTION lock_job_item(item bigint, attempt integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM job_items WHERE id = item AND status = 'running' AND attempts = attempt FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This work is in other hands now' USING ERRCODE = 'MG409';
  END IF;
END $$;
