-- Triggers that call the functions of ../functions/media.sql.

-- ads
create or replace trigger ads_media_uses AFTER INSERT OR DELETE OR UPDATE ON ads
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'html_content');

-- article_templates
create or replace trigger article_templates_media_uses AFTER INSERT OR DELETE OR UPDATE OF fields ON article_templates
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('fields');

-- articles
create or replace trigger articles_media_unused AFTER DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses();
create or replace trigger articles_media_uses AFTER INSERT OR UPDATE OF content, image_url, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url', 'seo');

-- authors
create or replace trigger authors_media_uses AFTER INSERT OR DELETE OR UPDATE OF image_url ON authors
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');

-- categories
create or replace trigger categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'seo');

-- media
create or replace trigger media_document BEFORE INSERT OR UPDATE OF name, alt ON media
  FOR EACH ROW EXECUTE FUNCTION keep_media_document();

-- pages
create or replace trigger pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'seo');
