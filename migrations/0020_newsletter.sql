CREATE TABLE "newsletter_clicks" (
	"issue_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "newsletter_clicks_issue_id_link_pk" PRIMARY KEY("issue_id","link")
);
--> statement-breakpoint
CREATE TABLE "newsletter_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"issue_id" uuid NOT NULL,
	"lead_id" uuid,
	"status" text NOT NULL,
	"call" uuid NOT NULL,
	"reason" text,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_deliveries_once" UNIQUE("lead_id","issue_id"),
	CONSTRAINT "newsletter_deliveries_status_known" CHECK ("newsletter_deliveries"."status" in ('sending', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issue_date" date NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"article_ids" uuid[],
	"cta" text DEFAULT 'auto' NOT NULL,
	"ad" text DEFAULT 'auto' NOT NULL,
	"on_schedule" boolean DEFAULT true NOT NULL,
	"content" jsonb,
	"job_id" uuid,
	"rounds" integer DEFAULT 0 NOT NULL,
	"next_round_at" timestamp with time zone,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_issues_issue_date_unique" UNIQUE("issue_date"),
	CONSTRAINT "newsletter_issues_status_known" CHECK ("newsletter_issues"."status" in ('draft', 'sending', 'sent')),
	CONSTRAINT "newsletter_issues_content" CHECK (("newsletter_issues"."status" = 'draft') = ("newsletter_issues"."content" is null)),
	CONSTRAINT "newsletter_issues_lengths" CHECK (length("newsletter_issues"."subject") <= 200 and length("newsletter_issues"."intro") <= 5000)
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "frequency" text DEFAULT 'weekly' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "once" text;--> statement-breakpoint
ALTER TABLE "newsletter_clicks" ADD CONSTRAINT "newsletter_clicks_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_status" ON "newsletter_deliveries" USING btree ("issue_id","status");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_left" ON "newsletter_deliveries" USING btree ("issue_id") WHERE unsubscribed_at is not null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_once_unique" UNIQUE("once");--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_frequency_known" CHECK ("leads"."frequency" in ('weekly', 'monthly'));--> statement-breakpoint
-- First statement of what changes an issue that is being prepared: stops the whole transaction when somebody else saved it
-- meanwhile, or it is on its way already. So no issue is sent twice, whatever starts it.
CREATE FUNCTION lock_newsletter_issue(issue uuid, expected text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM newsletter_issues WHERE id = issue AND status = 'draft'
    AND (expected IS NULL OR updated_at::text = expected) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Somebody else changed this issue meanwhile, or it is on its way.' USING ERRCODE = 'MG409';
  END IF;
END $$;
