DROP INDEX "article_drafts_once";--> statement-breakpoint
CREATE INDEX "article_drafts_owner" ON "article_drafts" USING btree ("user_id","article_id");