-- Every change of an article that an editor would see raises its version, whoever makes it, so that nobody saves over it
-- unseen. A save that changes nothing but tags raises it by itself.
CREATE FUNCTION raise_article_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version = OLD.version AND
    (NEW.title, NEW.summary, NEW.content, NEW.author, NEW.slug, NEW.image_url, NEW.image_alt, NEW.status,
      NEW.is_featured, NEW.is_popular, NEW.read_time, NEW.category_id, NEW.publish_at, NEW.deleted_at)
    IS DISTINCT FROM
    (OLD.title, OLD.summary, OLD.content, OLD.author, OLD.slug, OLD.image_url, OLD.image_alt, OLD.status,
      OLD.is_featured, OLD.is_popular, OLD.read_time, OLD.category_id, OLD.publish_at, OLD.deleted_at)
  THEN
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.version <> OLD.version THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_version_is_raised BEFORE UPDATE ON articles
FOR EACH ROW EXECUTE FUNCTION raise_article_version();
--> statement-breakpoint
-- First statement of a save: takes the article's lock, and stops the whole transaction when somebody saved meanwhile.
CREATE FUNCTION lock_article(article uuid, expected integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found_version integer;
BEGIN
  SELECT version INTO found_version FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such article any more' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Somebody else changed this article meanwhile' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
-- The wanted slug, or the first of -2, -3… that is free in a table. Who asks for the same one waits until this
-- transaction ends, so that two never get the same. 'all' is the list of everything.
CREATE FUNCTION free_slug(kind regclass, wanted text, own uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  candidate text := wanted;
  number integer := 1;
  taken boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(kind::text || ' ' || regexp_replace(wanted, '(-\d+)+$', ''), 0));
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE slug = $1 AND id IS DISTINCT FROM $2)', kind)
    INTO taken USING candidate, own;
    IF NOT taken AND NOT (kind = 'categories'::regclass AND candidate = 'all') THEN RETURN candidate; END IF;
    number := number + 1;
    candidate := wanted || '-' || number;
  END LOOP;
END $$;
--> statement-breakpoint
-- A slug that was public leads on to whatever its owner is called now. A slug in use is never history: no loops.
CREATE FUNCTION keep_slug_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slug_history WHERE kind = TG_TABLE_NAME AND slug = NEW.slug;
  IF TG_TABLE_NAME <> 'articles' OR (to_jsonb(OLD) ->> 'first_published_at') IS NOT NULL THEN
    INSERT INTO slug_history (kind, slug, target_id) VALUES (TG_TABLE_NAME, OLD.slug, NEW.id)
    ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id, created_at = excluded.created_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION take_slugs_from_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slug_history h USING new_rows n WHERE h.kind = TG_TABLE_NAME AND h.slug = n.slug;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_slug_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slug_history h USING old_rows o WHERE h.kind = TG_TABLE_NAME AND h.target_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_slug_history AFTER UPDATE OF slug ON articles
FOR EACH ROW WHEN (NEW.slug <> OLD.slug) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
CREATE TRIGGER articles_new_slugs AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
CREATE TRIGGER articles_gone_slugs AFTER DELETE ON articles
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
CREATE TRIGGER categories_slug_history AFTER UPDATE OF slug ON categories
FOR EACH ROW WHEN (NEW.slug <> OLD.slug) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
CREATE TRIGGER categories_new_slugs AFTER INSERT ON categories
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
CREATE TRIGGER categories_gone_slugs AFTER DELETE ON categories
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
CREATE TRIGGER tags_slug_history AFTER UPDATE OF slug ON tags
FOR EACH ROW WHEN (NEW.slug <> OLD.slug) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
CREATE TRIGGER tags_new_slugs AFTER INSERT ON tags
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
CREATE TRIGGER tags_gone_slugs AFTER DELETE ON tags
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
CREATE TRIGGER authors_slug_history AFTER UPDATE OF slug ON authors
FOR EACH ROW WHEN (NEW.slug <> OLD.slug) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
CREATE TRIGGER authors_new_slugs AFTER INSERT ON authors
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
CREATE TRIGGER authors_gone_slugs AFTER DELETE ON authors
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
CREATE TRIGGER pages_slug_history AFTER UPDATE OF slug ON pages
FOR EACH ROW WHEN (NEW.slug <> OLD.slug) EXECUTE FUNCTION keep_slug_history();
--> statement-breakpoint
CREATE TRIGGER pages_new_slugs AFTER INSERT ON pages
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
--> statement-breakpoint
CREATE TRIGGER pages_gone_slugs AFTER DELETE ON pages
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
--> statement-breakpoint
-- The file store's keys in a text: what follows /media/, up to a quote, a space, a bracket or a question.
CREATE FUNCTION media_keys(texts text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT DISTINCT (regexp_matches(texts, '/media/([\w./-]+)', 'g'))[1] WHERE texts LIKE '%/media/%' $$;
--> statement-breakpoint
-- Its argument: the columns to look through.
CREATE FUNCTION keep_media_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE texts text := '';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM media_uses WHERE kind = TG_TABLE_NAME AND owner_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT string_agg(to_jsonb(NEW) ->> name, ' ') INTO texts FROM unnest(TG_ARGV) AS name;
    INSERT INTO media_uses (key, kind, owner_id) SELECT key, TG_TABLE_NAME, NEW.id FROM media_keys(texts) AS key;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_media_uses AFTER INSERT OR UPDATE OF content, image_url ON articles
FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url');
--> statement-breakpoint
CREATE TRIGGER articles_media_unused AFTER DELETE ON articles
FOR EACH ROW EXECUTE FUNCTION keep_media_uses();
--> statement-breakpoint
CREATE TRIGGER pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON pages
FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content');
--> statement-breakpoint
CREATE TRIGGER categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON categories
FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');
--> statement-breakpoint
CREATE TRIGGER ads_media_uses AFTER INSERT OR DELETE OR UPDATE ON ads
FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'html_content');
--> statement-breakpoint
INSERT INTO media_uses (key, kind, owner_id)
SELECT key, 'articles', a.id FROM articles a, media_keys(concat_ws(' ', a.content, a.image_url)) AS key
UNION ALL SELECT key, 'pages', p.id FROM pages p, media_keys(p.content) AS key
UNION ALL SELECT key, 'categories', c.id FROM categories c, media_keys(c.image_url) AS key
UNION ALL SELECT key, 'ads', a.id FROM ads a, media_keys(concat_ws(' ', a.image_url, a.html_content)) AS key;
