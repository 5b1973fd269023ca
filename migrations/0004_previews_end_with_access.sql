-- Preview links end with the access of the account that made them.
create or replace function revoke_previews_of_role()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_previews WHERE created_by = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace function revoke_previews_of_user()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_previews WHERE created_by = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
create or replace trigger previews_end_with_role AFTER UPDATE OF role ON profiles
  FOR EACH ROW WHEN (new.role IS DISTINCT FROM old.role AND (new.role IS NULL OR new.role <> ALL (ARRAY['admin', 'editor']))) EXECUTE FUNCTION revoke_previews_of_role();
--> statement-breakpoint
create or replace trigger previews_end_with_ban AFTER UPDATE OF banned_until ON users
  FOR EACH ROW WHEN (new.banned_until IS NOT NULL) EXECUTE FUNCTION revoke_previews_of_user();
--> statement-breakpoint
create or replace trigger previews_end_with_user BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION revoke_previews_of_user();
