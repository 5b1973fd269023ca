-- Triggers that call the functions of ../functions/ads.sql.

-- ad_events
create or replace trigger ad_days_on_events AFTER INSERT ON ad_events
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
create or replace trigger ad_days_on_lost_events AFTER DELETE ON ad_events
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
create or replace trigger ad_days_without_events AFTER TRUNCATE ON ad_events
  FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_events();

-- ad_impressions
create or replace trigger ad_days_on_impressions AFTER INSERT ON ad_impressions
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
create or replace trigger ad_days_on_lost_impressions AFTER DELETE ON ad_impressions
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
create or replace trigger ad_days_without_impressions AFTER TRUNCATE ON ad_impressions
  FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_impressions();
