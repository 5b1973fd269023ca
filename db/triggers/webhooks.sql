-- Triggers that call the functions of ../functions/webhooks.sql.

-- articles
create or replace trigger article_events_on_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_articles();
create or replace trigger article_events_on_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_articles();

-- leads
create or replace trigger lead_events_on_insert AFTER INSERT ON leads
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();

-- webhook_events
create or replace trigger webhook_events_are_sent AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION send_webhook_events();
