-- Former addresses of authors keep redirecting while an author without published articles has the slug.
DROP TRIGGER authors_new_slugs ON authors;
--> statement-breakpoint
create or replace function keep_author_slugs()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  is_public CONSTANT boolean := EXISTS (
    SELECT FROM published_counts pc WHERE pc.kind = 'author' AND pc.owner_id = NEW.id AND pc.total > 0);
BEGIN
  DELETE FROM slug_history WHERE kind = 'authors' AND slug = NEW.slug AND (target_id = NEW.id OR is_public);
  INSERT INTO slug_history (kind, slug, target_id) VALUES ('authors', OLD.slug, NEW.id)
  ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id, created_at = excluded.created_at WHERE is_public;
  RETURN NULL;
END $$;
--> statement-breakpoint
create or replace trigger authors_slug_history AFTER UPDATE OF slug ON authors
  FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_author_slugs();
