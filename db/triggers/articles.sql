-- Triggers that call the functions of ../functions/articles.sql.

-- articles
create or replace trigger article_version_is_raised BEFORE UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION raise_article_version();
create or replace trigger first_publication_is_kept BEFORE INSERT OR UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_first_publication();
