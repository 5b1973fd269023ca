-- Search terms, synonyms that editors change, and search in lists of the admin.
CREATE TABLE "search_callers" (
	"hash" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"query" text NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"empty" integer DEFAULT 0 NOT NULL,
	"callers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_counts_once" UNIQUE("day","query"),
	CONSTRAINT "search_counts_query_length" CHECK (length("search_counts"."query") between 2 and 100),
	CONSTRAINT "search_counts_empty" CHECK ("search_counts"."empty" between 0 and "search_counts"."searches")
);
--> statement-breakpoint
CREATE TABLE "search_opens" (
	"count_id" bigint NOT NULL,
	"article_id" uuid NOT NULL,
	"opens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_opens_count_id_article_id_pk" PRIMARY KEY("count_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "document" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_opens" ADD CONSTRAINT "search_opens_count_id_search_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."search_counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_opens" ADD CONSTRAINT "search_opens_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_callers_day" ON "search_callers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "search_counts_shared" ON "search_counts" USING btree ("query") WHERE "search_counts"."callers" >= 3;--> statement-breakpoint
CREATE INDEX "search_opens_article" ON "search_opens" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "leads_email_parts" ON "leads" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_document" ON "media" USING gin ("document");--> statement-breakpoint
CREATE INDEX "media_text" ON "media" USING gin (lower("name" || chr(10) || "alt") gin_trgm_ops);
--> statement-breakpoint
-- Words and stems of a short text, for prose_query.
create or replace function prose_document(value text)
  RETURNS tsvector
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT to_tsvector('english', separate_words(normal))
    || array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(normal)) AS word))
  FROM (SELECT search_normal(value) AS normal OFFSET 0) AS n
$$;

-- All words of the typed text in any order, each as the beginning of a word or by its stem; null without any word.
create or replace function prose_query(typed text)
  RETURNS tsquery
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT join_queries(array(
    SELECT plainto_tsquery('english', word) || word_query(word, true) FROM unnest(list_words(search_normal(typed))) AS word), '&')
$$;

-- Stores terms as queries are compared, each once, and refuses a term that is in another group. The advisory lock makes a
-- second transaction wait, so that it sees the groups of the first one.
create or replace function check_synonyms()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.terms IS NULL THEN RETURN NEW; END IF;
  NEW.terms := array(
    SELECT term FROM (
      SELECT array_to_string(list_words(search_normal(typed)), ' ') AS term, min(place) AS place
      FROM unnest(NEW.terms) WITH ORDINALITY AS t (typed, place) GROUP BY 1) AS normal
    WHERE term <> '' ORDER BY place);
  IF EXISTS (SELECT FROM unnest(NEW.terms) AS term WHERE length(term) > 60) THEN
    RAISE check_violation USING MESSAGE = 'A term is too long', CONSTRAINT = 'search_synonyms_term_length';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('search_synonyms'));
  IF EXISTS (SELECT FROM search_synonyms s WHERE s.id <> NEW.id AND s.terms && NEW.terms) THEN
    RAISE unique_violation USING MESSAGE = 'A term is in another group', CONSTRAINT = 'search_synonyms_one_group';
  END IF;
  RETURN NEW;
END $$;
-- Keeps the words that the library's search compares.
create or replace function keep_media_document()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.document := prose_document(concat_ws(' ', NEW.name, NEW.alt));
  RETURN NEW;
END $$;
-- search_synonyms
create or replace trigger check_synonyms BEFORE INSERT OR UPDATE OF terms ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION check_synonyms();
create or replace trigger media_document BEFORE INSERT OR UPDATE OF name, alt ON media
  FOR EACH ROW EXECUTE FUNCTION keep_media_document();
--> statement-breakpoint
UPDATE media SET name = name;
