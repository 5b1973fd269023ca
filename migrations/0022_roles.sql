ALTER TABLE "profiles" DROP CONSTRAINT "profiles_role_known";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_owner" ON "articles" USING btree ("owner_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "articles"."owner_id" is not null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_role_known" CHECK ("profiles"."role" in ('admin', 'editor', 'author'));
--> statement-breakpoint
-- The end of a transaction that takes an admin away: there must be one left who can sign in. Whoever does the same at the
-- same time waits for the lock, and then counts what the other left.
CREATE FUNCTION require_an_admin() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('the last admin', 0));
  IF NOT EXISTS (
    SELECT 1 FROM profiles p JOIN users u ON u.id = p.user_id
    WHERE p.role = 'admin' AND u.email_verified_at IS NOT NULL AND (u.banned_until IS NULL OR u.banned_until <= now())
  ) THEN
    RAISE EXCEPTION 'This is the last admin: make somebody else an admin first.' USING ERRCODE = 'MG409';
  END IF;
END $$;
