-- Search and social fields of articles, categories and pages; their social images count as uses of a file.
-- Paths that search engines are told about.
ALTER TABLE "articles" ADD COLUMN "seo" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "seo" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "seo" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_seo_fields" CHECK (jsonb_typeof("articles"."seo") = 'object' and length("articles"."seo"::text) <= 16000
    and "articles"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb);--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_seo_fields" CHECK (jsonb_typeof("categories"."seo") = 'object' and length("categories"."seo"::text) <= 16000
    and "categories"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb);--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_seo_fields" CHECK (jsonb_typeof("pages"."seo") = 'object' and length("pages"."seo"::text) <= 16000
    and "pages"."seo" - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb);--> statement-breakpoint
create or replace trigger articles_media_uses AFTER INSERT OR UPDATE OF content, image_url, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url', 'seo');--> statement-breakpoint
create or replace trigger categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'seo');--> statement-breakpoint
create or replace trigger pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'seo');--> statement-breakpoint
CREATE TABLE "index_now_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "index_now_paths_noted" ON "index_now_paths" USING btree ("noted_at");--> statement-breakpoint
create or replace function note_index_now(paths text[])
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO index_now_paths (path) SELECT DISTINCT noted FROM unnest(paths) AS noted
  WHERE coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM settings s WHERE s.key = 'site' AND coalesce(s.value ->> 'indexNowKey', '') <> '')
  ORDER BY noted
  ON CONFLICT (path) DO UPDATE SET noted_at = clock_timestamp(), tries = 0, claimed_until = NULL
$$;--> statement-breakpoint
create or replace function is_searchable(article articles)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT is_public(article.status, article.deleted_at) AND NOT article.seo ? 'hideFromSearch' $$;--> statement-breakpoint
create or replace function note_article_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND is_searchable(NEW) AND (TG_OP = 'INSERT' OR NOT is_searchable(OLD) OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/article/' || NEW.slug]);
  END IF;
  IF TG_OP <> 'INSERT' AND is_searchable(OLD) AND (TG_OP = 'DELETE' OR NOT is_searchable(NEW) OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/article/' || OLD.slug]);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
create or replace function note_page_path()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NOT NEW.seo ? 'hideFromSearch' AND (TG_OP = 'INSERT' OR OLD.slug <> NEW.slug) THEN
    PERFORM note_index_now(ARRAY['/page/' || NEW.slug]);
  END IF;
  IF TG_OP <> 'INSERT' AND NOT OLD.seo ? 'hideFromSearch'
    AND (TG_OP = 'DELETE' OR OLD.slug <> NEW.slug OR NEW.seo ? 'hideFromSearch') THEN
    PERFORM note_index_now(ARRAY['/page/' || OLD.slug]);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
create or replace trigger articles_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, status, deleted_at, seo ON articles
  FOR EACH ROW EXECUTE FUNCTION note_article_path();--> statement-breakpoint
create or replace trigger pages_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, seo ON pages
  FOR EACH ROW EXECUTE FUNCTION note_page_path();
