-- Lookups of public pages as functions that keep their plan.
-- The names of an article's co-authors, in order.
create or replace function coauthor_names(article uuid)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN array(SELECT au.name FROM article_coauthors c JOIN authors au ON au.id = c.author_id
    WHERE c.article_id = article ORDER BY c.position);
END $$;--> statement-breakpoint
-- What an author's card shows besides the name; null if an editor has entered nothing. The planner inlines it.
create or replace function author_profile(author authors)
  RETURNS json
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN author.role <> '' OR author.bio <> '' OR author.image_url IS NOT NULL OR author.links <> '{}' THEN
    json_build_object('role', author.role, 'bio', author.bio, 'image', author.image_url, 'links', to_json(author.links)) END
$$;--> statement-breakpoint
-- The co-authors of an article in order, as JSON; null if there are none. PL/pgSQL keeps the plan for the session; planning
-- this and the next lookup takes longer than running them.
create or replace function coauthors_of(article uuid, with_profiles boolean default false)
  RETURNS json
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN (
    SELECT json_agg(CASE WHEN with_profiles
      THEN json_build_object('name', au.name, 'slug', au.slug, 'profile', author_profile(au))
      ELSE json_build_object('name', au.name, 'slug', au.slug) END ORDER BY c.position)
    FROM article_coauthors c JOIN authors au ON au.id = c.author_id WHERE c.article_id = article);
END $$;--> statement-breakpoint
-- The cards of the published articles that a text names in its blocks, as JSON; null if there are none. Blocks beyond 50 show
-- nothing.
create or replace function cards_in(html text)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  IF strpos(html, '<figure data-block="article"') = 0 THEN RETURN NULL; END IF;
  RETURN (
    SELECT json_agg(json_build_object('id', a.id, 'slug', a.slug, 'title', a.title, 'summary', a.summary, 'author', a.author,
      'authorSlug', au.slug, 'coauthors', coauthors_of(a.id), 'publishDate', a.publish_date, 'readTime', a.read_time,
      'imageUrl', a.image_url, 'imageAlt', a.image_alt,
      'isPopular', a.is_popular OR a.id IN (SELECT m.article_id FROM most_read m WHERE m.is_popular),
      'isFeatured', a.is_featured, 'membersOnly', a.members_only, 'categoryId', a.category_id, 'categorySlug', c.slug,
      'categoryName', c.name))
    FROM articles a LEFT JOIN categories c ON c.id = a.category_id LEFT JOIN authors au ON au.id = a.author_id
    WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id IN (
      SELECT DISTINCT named[1]::uuid
      FROM regexp_matches(html, 'data-block="article" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
      LIMIT 50));
END $$;--> statement-breakpoint
-- The public articles to show below an article: pinned ones in their order (source 0), then the closest (1), then the newest of
-- its category (2), then the newest (3). Without excluded ones and itself, and at most two by one author unless they are pinned.
create or replace function shown_related(own uuid, own_category uuid, most integer)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
AS $$
DECLARE
  most_by_author CONSTANT integer := 2;
BEGIN
  RETURN QUERY
  WITH candidate (id, source, place) AS (
    SELECT rc.related_id, 0, rc.place::double precision FROM related_choices rc WHERE rc.article_id = own AND rc.choice = 'pinned'
    UNION ALL SELECT ra.related_id, 1, -ra.score FROM related_articles ra WHERE ra.article_id = own
    -- Of the newest, so many that enough remain without duplicates and further ones of an author.
    UNION ALL (
      SELECT a.id, 2, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.category_id = own_category
      ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
    UNION ALL (
      SELECT a.id, 3, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
  )
  SELECT allowed.id, allowed.source, allowed.place FROM (
    SELECT d.id, d.source, d.place,
      row_number() OVER (PARTITION BY coalesce(a.author_id::text, a.author) ORDER BY d.source, d.place, d.id) AS of_author
    FROM (SELECT DISTINCT ON (c.id) c.id, c.source, c.place FROM candidate c ORDER BY c.id, c.source, c.place) AS d
    JOIN articles a ON a.id = d.id
    WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id <> own AND NOT EXISTS (
      SELECT FROM related_choices rc WHERE rc.article_id = own AND rc.related_id = d.id AND rc.choice = 'excluded')
  ) AS allowed
  WHERE allowed.source = 0 OR allowed.of_author <= most_by_author
  ORDER BY allowed.source, allowed.place, allowed.id LIMIT most;
END $$;
