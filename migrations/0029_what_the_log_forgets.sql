CREATE INDEX "audit_log_addressed" ON "audit_log" USING btree ("at") WHERE "audit_log"."address" is not null;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree (least("expires_at", "revoked_at")) WHERE "sessions"."address" is not null or "sessions"."user_agent" is not null;--> statement-breakpoint
-- Whether a line with an actor tells what they did to their own account: then its subject is their address of that time,
-- which may be somebody else's today.
CREATE FUNCTION is_about_its_actor(event text, details jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event ~ '^(signed|sign_in|token|password|reset|factor|recovery|identity)_'
    OR (event = 'user_updated' AND coalesce(details->>'what' IN ('name', 'email', 'password', 'data'), false))
$$;
--> statement-breakpoint
-- Whoever deletes an account, through whichever door: lines of the audit log about this person lose the address, and those
-- that they left lose where they came from. What was done stays; people of the newsroom are named there by their name alone.
CREATE FUNCTION forget_deleted_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The address, and those from before. Where they only asked to move to was never theirs.
  theirs text[] := ARRAY(
    SELECT replace(replace(replace(a.address, '\', '\\'), '%', '\%'), '_', '\_')
    FROM (SELECT OLD.email UNION
      SELECT l.subject FROM audit_log l
      WHERE l.actor_id = OLD.id AND l.event = 'user_updated' AND l.details->>'what' = 'email') a (address)
    WHERE a.address <> ''
      AND NOT EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(a.address) AND u.id <> OLD.id));
  called text := coalesce(
    (SELECT p.full_name FROM profiles p WHERE p.user_id = OLD.id AND p.role IS NOT NULL AND p.full_name <> ''),
    'A deleted account');
BEGIN
  -- The actor goes here already: the foreign key would write every line a second time.
  UPDATE audit_log l SET
    actor_id = CASE WHEN l.actor_id = OLD.id THEN NULL ELSE l.actor_id END,
    subject = CASE WHEN l.subject ILIKE ANY (theirs) OR (l.actor_id = OLD.id AND is_about_its_actor(l.event, l.details))
      THEN NULL ELSE l.subject END,
    address = CASE WHEN l.actor_id = OLD.id OR l.actor_id IS NULL THEN NULL ELSE l.address END,
    details = CASE WHEN l.event = 'user_updated' AND l.details->>'what' IN ('name', 'email')
        THEN l.details - 'from' - 'to' ELSE l.details END
      || CASE WHEN l.actor_id = OLD.id THEN jsonb_build_object('who', called)
        WHEN l.actor_id IS NULL AND l.address IS NOT NULL AND NOT l.details ?| ARRAY['who', 'cause']
        THEN '{"who": "Somebody"}' ELSE '{}' END
  WHERE l.actor_id = OLD.id
    OR (l.subject ILIKE ANY (theirs) AND (l.actor_id IS NULL OR NOT is_about_its_actor(l.event, l.details)));
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_deleted_person BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
