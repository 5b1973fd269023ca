CREATE TABLE "category_image_claims" (
	"category_id" uuid PRIMARY KEY NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generated_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"media_id" uuid,
	"article_id" uuid,
	"category_id" uuid,
	"url" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"price" bigint NOT NULL,
	"previous_url" text,
	"previous_alt" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "generated_images_one_owner" CHECK (num_nonnulls("generated_images"."article_id", "generated_images"."category_id") <= 1),
	CONSTRAINT "generated_images_price" CHECK ("generated_images"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "image_spending" (
	"day" date PRIMARY KEY NOT NULL,
	"spent" bigint NOT NULL,
	CONSTRAINT "image_spending_not_negative" CHECK ("image_spending"."spent" >= 0)
);
--> statement-breakpoint
ALTER TABLE "category_image_claims" ADD CONSTRAINT "category_image_claims_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_images" ADD CONSTRAINT "generated_images_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generated_images_article" ON "generated_images" USING btree ("article_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "generated_images_media" ON "generated_images" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "generated_images_category" ON "generated_images" USING btree ("category_id") WHERE "generated_images"."media_id" is not null;
--> statement-breakpoint
-- First statement that gives an article another picture: takes its lock, and stops the whole transaction when somebody
-- gave it one meanwhile, or when the wanted picture is none of the library (any more).
CREATE FUNCTION lock_article_image(article uuid, expected text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found_url text;
BEGIN
  SELECT coalesce(image_url, '') INTO found_url FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such article any more' USING ERRCODE = 'MG404';
  ELSIF found_url <> coalesce(expected, '') THEN
    RAISE EXCEPTION 'This article was given another image meanwhile' USING ERRCODE = 'MG409';
  END IF;
  IF wanted LIKE '/media/%' THEN
    PERFORM 1 FROM media WHERE key = substr(wanted, length('/media/') + 1) FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'There is no such image any more' USING ERRCODE = 'MG404';
    END IF;
  END IF;
END $$;
