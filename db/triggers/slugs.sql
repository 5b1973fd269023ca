-- Triggers that call the functions of ../functions/slugs.sql.

-- articles
create or replace trigger articles_gone_slugs AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
create or replace trigger articles_new_slugs AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_article_slugs();
create or replace trigger articles_slug_history AFTER UPDATE OF slug, status, deleted_at ON articles
  FOR EACH ROW WHEN (((new.slug <> old.slug) OR ((new.status = 'published'::text) AND (new.deleted_at IS NULL) AND ((old.status <> 'published'::text) OR (old.deleted_at IS NOT NULL))))) EXECUTE FUNCTION keep_article_slugs();

-- authors
create or replace trigger authors_gone_slugs AFTER DELETE ON authors
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
create or replace trigger authors_slug_history AFTER UPDATE OF slug ON authors
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_author_slugs();

-- categories
create or replace trigger categories_gone_slugs AFTER DELETE ON categories
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
create or replace trigger categories_new_slugs AFTER INSERT ON categories
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
create or replace trigger categories_slug_history AFTER UPDATE OF slug ON categories
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();

-- pages
create or replace trigger pages_gone_slugs AFTER DELETE ON pages
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
create or replace trigger pages_new_slugs AFTER INSERT ON pages
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
create or replace trigger pages_slug_history AFTER UPDATE OF slug ON pages
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();

-- redirects
create or replace trigger redirects_have_an_end BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION refuse_redirect_circle();

-- tags
create or replace trigger tags_gone_slugs AFTER DELETE ON tags
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
create or replace trigger tags_new_slugs AFTER INSERT ON tags
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
create or replace trigger tags_slug_history AFTER UPDATE OF slug ON tags
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();
