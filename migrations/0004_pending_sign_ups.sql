CREATE TABLE "pending_sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"full_name" text DEFAULT '' NOT NULL,
	"user_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"caller" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_sign_ups_email_length" CHECK (length("pending_sign_ups"."email") between 3 and 254)
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "sign_up_id" uuid;
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_email" ON "pending_sign_ups" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_expires" ON "pending_sign_ups" USING btree ("expires_at");
--> statement-breakpoint
-- Links of sign-ups that still wait for their confirmation keep the password and name they were mailed for.
UPDATE one_time_tokens SET sign_up_id = gen_random_uuid()
WHERE purpose = 'verify' AND spent_at IS NULL AND expires_at > now() AND (password_hash IS NOT NULL OR full_name IS NOT NULL);
--> statement-breakpoint
INSERT INTO pending_sign_ups (id, email, password_hash, full_name, user_metadata, created_at, expires_at)
SELECT t.sign_up_id, u.email, t.password_hash, coalesce(t.full_name, ''), coalesce(t.user_metadata, '{}'), t.created_at, t.expires_at
FROM one_time_tokens t JOIN users u ON u.id = t.user_id WHERE t.sign_up_id IS NOT NULL;
--> statement-breakpoint
-- A password on an account whose address nobody has confirmed may be a stranger's.
UPDATE users SET password_hash = NULL WHERE email IS NOT NULL AND email_verified_at IS NULL;
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_sign_up_id_pending_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."pending_sign_ups"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "one_time_tokens_sign_up" ON "one_time_tokens" USING btree ("sign_up_id");
--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "full_name";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "user_metadata";
