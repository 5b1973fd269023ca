create or replace function forget_deleted_person()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  -- The current and former addresses. An address that was only requested never belonged to the account.
  theirs text[] := ARRAY(
    SELECT replace(replace(replace(a.address, '\', '\\'), '%', '\%'), '_', '\_')
    FROM (SELECT OLD.email UNION
      SELECT l.subject FROM audit_log l
      WHERE l.actor_id = OLD.id AND (is_about_its_actor(l.event, l.details) OR l.event LIKE 'user\_email\_%')) a (address)
    WHERE a.address <> ''
      AND NOT EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(a.address) AND u.id <> OLD.id));
  called text := coalesce(
    (SELECT p.full_name FROM profiles p WHERE p.user_id = OLD.id AND p.role IS NOT NULL AND p.full_name <> ''),
    'A deleted account');
BEGIN
  -- Clears the actor here: the foreign key would update every row a second time.
  UPDATE audit_log l SET
    actor_id = CASE WHEN l.actor_id = OLD.id THEN NULL ELSE l.actor_id END,
    subject = CASE WHEN l.subject ILIKE ANY (theirs) OR (l.actor_id = OLD.id AND is_about_its_actor(l.event, l.details))
      THEN NULL ELSE l.subject END,
    address = CASE WHEN l.actor_id = OLD.id OR l.actor_id IS NULL THEN NULL ELSE l.address END,
    details = CASE WHEN l.event = 'user_updated' AND l.details->>'what' IN ('name', 'email')
        THEN l.details - 'from' - 'to' ELSE l.details END
      || CASE WHEN l.actor_id = OLD.id THEN jsonb_build_object('who', called)
        WHEN l.actor_id IS NULL AND l.address IS NOT NULL AND NOT l.details ?| ARRAY['who', 'cause']
        THEN '{"who": "Someone"}' ELSE '{}' END
  WHERE l.actor_id = OLD.id
    OR (l.subject ILIKE ANY (theirs) AND (l.actor_id IS NULL OR NOT is_about_its_actor(l.event, l.details)));
  RETURN OLD;
END $$;
