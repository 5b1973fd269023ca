-- Triggers that call the functions of ../functions/admin-search.sql.

-- search_synonyms
create or replace trigger check_synonyms BEFORE INSERT OR UPDATE OF terms ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION check_synonyms();
