CREATE TABLE "article_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_templates_name_filled" CHECK (length(btrim("article_templates"."name")) between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "article_templates" ADD CONSTRAINT "article_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "article_templates_name" ON "article_templates" USING btree (lower("name"));--> statement-breakpoint
create or replace trigger article_templates_media_uses AFTER INSERT OR DELETE OR UPDATE OF fields ON article_templates
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('fields');
