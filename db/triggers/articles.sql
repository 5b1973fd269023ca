-- Triggers that call the functions of ../functions/articles.sql.

-- articles
create or replace trigger article_version_is_raised BEFORE UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION raise_article_version();
create or replace trigger first_publication_is_kept BEFORE INSERT OR UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_first_publication();
create or replace trigger article_author_is_no_coauthor AFTER UPDATE OF author_id ON articles
  FOR EACH ROW WHEN (OLD.author_id IS DISTINCT FROM NEW.author_id) EXECUTE FUNCTION remove_author_from_coauthors();

-- article_coauthors
create or replace trigger coauthor_is_not_the_author BEFORE INSERT ON article_coauthors
  FOR EACH ROW EXECUTE FUNCTION skip_author_as_coauthor();

-- profiles
create or replace trigger previews_end_with_role AFTER UPDATE OF role ON profiles
  FOR EACH ROW WHEN (new.role IS DISTINCT FROM old.role AND (new.role IS NULL OR new.role <> ALL (ARRAY['admin', 'editor']))) EXECUTE FUNCTION revoke_previews_of_role();

-- users
create or replace trigger previews_end_with_ban AFTER UPDATE OF banned_until ON users
  FOR EACH ROW WHEN (new.banned_until IS NOT NULL) EXECUTE FUNCTION revoke_previews_of_user();
create or replace trigger previews_end_with_user BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION revoke_previews_of_user();
