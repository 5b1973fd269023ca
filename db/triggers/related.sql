-- Triggers that call the functions of ../functions/related.sql.

-- search_documents
create or replace trigger search_documents_unrelated_on_insert AFTER INSERT ON search_documents
  FOR EACH ROW WHEN (NEW.public_at IS NOT NULL) EXECUTE FUNCTION note_unrelated_articles();
create or replace trigger search_documents_unrelated_on_update AFTER UPDATE ON search_documents
  FOR EACH ROW WHEN ((OLD.public_at IS NULL) <> (NEW.public_at IS NULL)
    OR NEW.public_at IS NOT NULL AND OLD.document <> NEW.document)
  EXECUTE FUNCTION note_unrelated_articles();
