-- Indexes and totals for the readership report, and keys for its API.
DROP INDEX "reading_days_day";--> statement-breakpoint
ALTER TABLE "webhook_keys" ADD COLUMN "scope" text DEFAULT 'webhook' NOT NULL;--> statement-breakpoint
CREATE INDEX "reading_days_engaged" ON "reading_days" USING btree ("day","engaged_seconds" DESC NULLS FIRST,"article_id");--> statement-breakpoint
CREATE INDEX "reading_days_views" ON "reading_days" USING btree ("day","views" DESC NULLS FIRST,"article_id");--> statement-breakpoint
ALTER TABLE "webhook_keys" ADD CONSTRAINT "webhook_keys_scope_known" CHECK ("webhook_keys"."scope" in ('webhook', 'readership'));
