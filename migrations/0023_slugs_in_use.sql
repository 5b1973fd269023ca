-- A former slug of an article leads on until another article is published under it: a draft that is only called so, which
-- nobody sees, takes no reader's way.
CREATE FUNCTION keep_article_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slug_history
  WHERE kind = 'articles' AND slug = NEW.slug
    AND (target_id = NEW.id OR (NEW.status = 'published' AND NEW.deleted_at IS NULL));
  -- What leads elsewhere still was not this article's while readers could see it.
  IF NEW.slug <> OLD.slug AND OLD.first_published_at IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES ('articles', OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION take_article_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n
  WHERE h.kind = 'articles' AND h.slug = n.slug AND n.status = 'published' AND n.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER articles_slug_history ON articles;
--> statement-breakpoint
DROP TRIGGER articles_new_slugs ON articles;
--> statement-breakpoint
CREATE TRIGGER articles_slug_history AFTER UPDATE OF slug, status, deleted_at ON articles
FOR EACH ROW WHEN (
  NEW.slug <> OLD.slug OR (NEW.status = 'published' AND NEW.deleted_at IS NULL
    AND (OLD.status <> 'published' OR OLD.deleted_at IS NOT NULL))
) EXECUTE FUNCTION keep_article_slugs();
--> statement-breakpoint
CREATE TRIGGER articles_new_slugs AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_article_slugs();
