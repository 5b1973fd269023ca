-- Deleting an account no longer scans the tables that name it; expired links are purged; an issue that ended is not sent again;
-- reports of calls to action are read from the index alone.
CREATE INDEX "one_time_tokens_expires" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "article_previews_expires" ON "article_previews" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "article_revisions_actor" ON "article_revisions" USING btree ("actor_id") WHERE "article_revisions"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "generated_images_creator" ON "generated_images" USING btree ("created_by") WHERE "generated_images"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "media_creator" ON "media" USING btree ("created_by") WHERE "media"."created_by" is not null;
--> statement-breakpoint
create or replace function lock_sending_issue(issue uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM newsletter_issues WHERE id = issue AND status = 'sending' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Sending this issue has ended. No more emails are sent for it.' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
ALTER TABLE "cta_days" DROP CONSTRAINT "cta_days_once";
--> statement-breakpoint
ALTER TABLE "cta_days" ADD CONSTRAINT "cta_days_once" UNIQUE NULLS NOT DISTINCT ("cta_id", "day", "article_id") INCLUDE ("views", "clicks", "sign_ups");
--> statement-breakpoint
ALTER TABLE "cta_days" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
