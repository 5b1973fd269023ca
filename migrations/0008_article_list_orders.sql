DROP INDEX "articles_created";--> statement-breakpoint
DROP INDEX "articles_status_created";--> statement-breakpoint
DROP INDEX "articles_category_created";--> statement-breakpoint
CREATE INDEX "articles_dated" ON "articles" USING btree ("publish_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "articles_titled" ON "articles" USING btree (lower("title"),"id") WHERE "articles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "articles_authored" ON "articles" USING btree (lower("author"),"id") WHERE "articles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "articles_status_created" ON "articles" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "articles_category_created" ON "articles" USING btree ("category_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."deleted_at" is null;