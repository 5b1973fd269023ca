-- Triggers that call the functions of ../functions/index-now.sql.

-- articles
create or replace trigger articles_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, status, deleted_at, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION note_article_path();

-- pages
create or replace trigger pages_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, seo ON pages
  FOR EACH ROW EXECUTE FUNCTION note_page_path();
