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
--> statement-breakpoint
-- Links of accounts that have lost access already. Authors may share their own articles.
DELETE FROM article_previews p WHERE p.created_by IS NULL OR NOT EXISTS (
  SELECT FROM users u JOIN profiles r ON r.user_id = u.id
  WHERE u.id = p.created_by AND coalesce(u.banned_until < now(), true) AND (r.role IN ('admin', 'editor')
    OR r.role = 'author' AND EXISTS (SELECT FROM articles a WHERE a.id = p.article_id AND a.owner_id = p.created_by)));
