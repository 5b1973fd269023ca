CREATE TABLE "imported_items" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"target_id" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imported_items_source_kind_source_id_pk" PRIMARY KEY("source","kind","source_id"),
	CONSTRAINT "imported_items_kind_known" CHECK ("imported_items"."kind" in ('article', 'page', 'category', 'tag', 'author', 'picture'))
);
--> statement-breakpoint
CREATE TABLE "transfer_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"format" text NOT NULL,
	"origin" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'arriving' NOT NULL,
	"upload_name" text,
	"contents" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_files_key_unique" UNIQUE("key"),
	CONSTRAINT "transfer_files_format_known" CHECK ("transfer_files"."format" in ('archive', 'wordpress', 'ghost')),
	CONSTRAINT "transfer_files_origin_known" CHECK ("transfer_files"."origin" in ('made', 'uploaded')),
	CONSTRAINT "transfer_files_status_known" CHECK ("transfer_files"."status" in ('arriving', 'ready', 'failed')),
	CONSTRAINT "transfer_files_bytes" CHECK ("transfer_files"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transfer_parts" (
	"file_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"etag" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "transfer_parts_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_file_id_transfer_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."transfer_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_items_target" ON "imported_items" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "transfer_files_newest" ON "transfer_files" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);