CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING gin ("subject" gin_trgm_ops);--> statement-breakpoint
-- A redirect never leads back to itself, by whatever way. One writer at a time, so that two halves of a circle do not
-- slip in side by side. What stands behind a question mark or a hash is no part of the path.
CREATE FUNCTION refuse_redirect_circle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE next_path text := NEW.to_path;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redirects', 0));
  LOOP
    next_path := regexp_replace(next_path, '[?#].*$', '');
    IF next_path = NEW.from_path THEN
      RAISE EXCEPTION 'The redirect leads in a circle' USING ERRCODE = '23514', CONSTRAINT = 'redirects_no_circle';
    END IF;
    SELECT to_path INTO next_path FROM redirects WHERE from_path = next_path AND id <> NEW.id;
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER redirects_have_an_end BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects
FOR EACH ROW EXECUTE FUNCTION refuse_redirect_circle();
--> statement-breakpoint
-- The state of a page that somebody reads or edits, as one number: microseconds of its last change.
CREATE FUNCTION page_version(updated_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (extract(epoch FROM updated_at) * 1000000)::bigint $$;
--> statement-breakpoint
-- First statement of a page's save, as lock_article is of an article's.
CREATE FUNCTION lock_page(page uuid, expected bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found_version bigint;
BEGIN
  SELECT page_version(updated_at) INTO found_version FROM pages WHERE id = page FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such page any more' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Somebody else changed this page meanwhile' USING ERRCODE = 'MG409';
  END IF;
END $$;
