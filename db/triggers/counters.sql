-- Triggers that call the functions of ../functions/counters.sql.

-- article_count_entries
create or replace trigger compact_article_counts AFTER INSERT ON article_count_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();

-- article_coauthors
create or replace trigger coauthor_counts_on_delete AFTER DELETE ON article_coauthors
  REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();
create or replace trigger coauthor_counts_on_insert AFTER INSERT ON article_coauthors
  REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();

-- article_tags
create or replace trigger tag_counts_on_delete AFTER DELETE ON article_tags
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_untagged_articles();
create or replace trigger tag_counts_on_insert AFTER INSERT ON article_tags
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_articles();
create or replace trigger tag_counts_on_update AFTER UPDATE ON article_tags
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_retagged_articles();

-- articles
create or replace trigger article_coauthors_before_delete BEFORE DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION take_coauthors_off_article();
create or replace trigger article_counts_on_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_articles();
create or replace trigger article_counts_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_articles();
create or replace trigger article_counts_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_articles();
create or replace trigger article_tags_before_delete BEFORE DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION take_tags_off_article();

-- published_count_entries
create or replace trigger compact_published_counts AFTER INSERT ON published_count_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();
