-- The beginning of a transaction that may take an admin away: somebody else must be left who can sign in as one. Whoever does
-- the same at the same time waits for the lock until this one has ended, and then sees what it left. It asks about this account
-- alone: a magazine that has no admin yet may still delete its readers.
-- (`require_an_admin` goes with a later migration: the version that this one replaces still calls it.)
CREATE FUNCTION keep_an_admin(leaving uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  can_sign_in uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('the last admin', 0));
  SELECT array_agg(u.id) INTO can_sign_in FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE p.role = 'admin' AND u.email_verified_at IS NOT NULL AND (u.banned_until IS NULL OR u.banned_until <= now());
  IF can_sign_in = ARRAY[leaving] THEN
    RAISE EXCEPTION 'This is the last admin: make somebody else an admin first.' USING ERRCODE = 'MG409';
  END IF;
END $$;
