ALTER TABLE "auth_codes" ADD COLUMN "link" jsonb;--> statement-breakpoint
ALTER TABLE "auth_flows" ADD COLUMN "link_session_id" uuid;--> statement-breakpoint
ALTER TABLE "auth_flows" ADD COLUMN "binding_hash" text;--> statement-breakpoint
ALTER TABLE "auth_flows" ADD CONSTRAINT "auth_flows_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;