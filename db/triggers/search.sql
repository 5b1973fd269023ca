-- Triggers that call the functions of ../functions/search.sql.

-- articles
create or replace trigger articles_noted_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
create or replace trigger articles_noted_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();

-- article_coauthors
create or replace trigger article_coauthors_noted_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
create or replace trigger article_coauthors_noted_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();

-- article_tags
create or replace trigger article_tags_noted_on_delete AFTER DELETE ON article_tags
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
create or replace trigger article_tags_noted_on_insert AFTER INSERT ON article_tags
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_articles();

-- authors
create or replace trigger authors_renamed AFTER UPDATE OF name ON authors
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();

-- categories
create or replace trigger categories_renamed AFTER UPDATE OF name ON categories
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();

-- search_noted
drop trigger if exists index_noted_articles on search_noted;
create constraint trigger index_noted_articles AFTER INSERT ON search_noted
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_noted_articles();

-- tags
create or replace trigger tags_renamed AFTER UPDATE OF name ON tags
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_renamed_articles();
