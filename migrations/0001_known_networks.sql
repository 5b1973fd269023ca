ALTER TABLE "sessions" ADD COLUMN "known_network" text;--> statement-breakpoint
CREATE INDEX "sessions_known" ON "sessions" USING btree ("user_id","known_network") WHERE "sessions"."known_network" is not null;--> statement-breakpoint
-- Live sessions vouch for their networks from the start. Those of IPv6 callers do when they sign in again.
UPDATE "sessions" SET "known_network" = substring("address" from '^(\d+\.\d+\.\d+)\.\d+$') || '.0/24'
WHERE "revoked_at" IS NULL AND "expires_at" > now();
