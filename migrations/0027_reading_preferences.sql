ALTER TABLE "profiles" ADD COLUMN "theme" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "text_size" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "typeface" text DEFAULT 'serif' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_theme_known" CHECK ("profiles"."theme" in ('system', 'light', 'dark'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_text_size_known" CHECK ("profiles"."text_size" in ('small', 'standard', 'large', 'largest'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_typeface_known" CHECK ("profiles"."typeface" in ('serif', 'sans'));