-- Triggers that call the functions of ../functions/readership.sql.

-- articles
create or replace trigger article_reading_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION add_article_reading();
