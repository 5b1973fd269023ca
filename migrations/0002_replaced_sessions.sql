ALTER TABLE "sessions" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "binding_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_replaced_ended" CHECK ("sessions"."replaced_by" is null or "sessions"."revoked_at" is not null);