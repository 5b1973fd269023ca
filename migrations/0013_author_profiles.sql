ALTER TABLE "authors" ADD COLUMN "role" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "bio" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "links" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_author" ON "articles" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_role_length" CHECK (length("authors"."role") <= 80);--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_bio_length" CHECK (length("authors"."bio") <= 600);--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_links_https" CHECK (cardinality("authors"."links") <= 5 and array_position("authors"."links", null) is null
        and ("authors"."links" = '{}' or array_to_string("authors"."links", ' ') ~ '^https://[^\s]+( https://[^\s]+)*$'));--> statement-breakpoint
-- Profiles that exist already have not been edited.
UPDATE "authors" SET "updated_at" = "created_at";--> statement-breakpoint
create or replace trigger authors_media_uses AFTER INSERT OR DELETE OR UPDATE OF image_url ON authors
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');
