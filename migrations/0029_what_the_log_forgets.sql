CREATE INDEX "audit_log_addressed" ON "audit_log" USING btree ("at") WHERE "audit_log"."address" is not null;--> statement-breakpoint
-- Whoever deletes an account, through whichever door: lines of the audit log about this person lose the address, and those
-- that they left lose where they came from. What was done stays; people of the newsroom are named there by their name alone.
CREATE FUNCTION forget_deleted_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  theirs text := replace(replace(replace(OLD.email, '\', '\\'), '%', '\%'), '_', '\_');
  called text := coalesce(
    (SELECT p.full_name FROM profiles p WHERE p.user_id = OLD.id AND p.role IS NOT NULL AND p.full_name <> ''),
    'A deleted account');
BEGIN
  UPDATE audit_log l SET
    subject = CASE WHEN l.subject ILIKE theirs
      -- Under an address that they had before, perhaps.
      OR (l.actor_id = OLD.id AND (l.event ~ '^(signed|sign_in|token|password|reset|factor|recovery|identity)_'
        OR (l.event = 'user_updated' AND l.details->>'what' IN ('name', 'email', 'password', 'data'))))
      THEN NULL ELSE l.subject END,
    address = CASE WHEN l.actor_id = OLD.id OR l.actor_id IS NULL THEN NULL ELSE l.address END,
    details = CASE WHEN l.event = 'user_updated' AND l.details->>'what' IN ('name', 'email')
        THEN l.details - 'from' - 'to' ELSE l.details END
      || CASE WHEN l.actor_id = OLD.id THEN jsonb_build_object('who', called)
        WHEN l.actor_id IS NULL AND l.address IS NOT NULL AND NOT l.details ?| ARRAY['who', 'cause']
        THEN '{"who": "Somebody"}' ELSE '{}' END
  WHERE l.actor_id = OLD.id OR l.subject ILIKE theirs;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_deleted_person BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
