-- Triggers that call the functions of ../functions/search.sql.

-- article_words
create or replace trigger recent_words_on_insert AFTER INSERT ON article_words
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();
create or replace trigger recent_words_on_truncate AFTER TRUNCATE ON article_words
  FOR EACH STATEMENT EXECUTE FUNCTION forget_recent_words();
create or replace trigger recent_words_on_update AFTER UPDATE ON article_words
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_recent_words();

-- articles
create or replace trigger article_documents_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_article_documents();
create or replace trigger article_documents_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_article_documents();
