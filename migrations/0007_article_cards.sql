create or replace function article_cards(ids uuid[])
  RETURNS TABLE (id uuid, slug text, title text, summary text, author text, "authorSlug" text, coauthors json, "publishDate" timestamp with time zone,
    "readTime" integer, "imageUrl" text, "imageAlt" text, "isPinned" boolean, "isPopular" boolean, "isFeatured" boolean, "membersOnly" boolean,
    "categoryId" uuid, "categorySlug" text, "categoryName" text)
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
  ROWS 20
  SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
  SELECT a.id, a.slug, a.title, a.summary, a.author, au.slug, (
      SELECT json_agg(json_build_object('name', co.name, 'slug', co.slug) ORDER BY ac.position)
      FROM article_coauthors ac JOIN authors co ON co.id = ac.author_id WHERE ac.article_id = a.id),
    a.publish_date, a.read_time, a.image_url, a.image_alt, a.is_popular,
    a.is_popular OR EXISTS (SELECT FROM most_read m WHERE m.article_id = a.id AND m.is_popular), a.is_featured, a.members_only,
    a.category_id, c.slug, c.name
  FROM unnest(ids) WITH ORDINALITY AS listed (id, place)
  JOIN articles a ON a.id = listed.id
  LEFT JOIN categories c ON c.id = a.category_id
  LEFT JOIN authors au ON au.id = a.author_id
  ORDER BY listed.place;
END $$;
--> statement-breakpoint
create or replace function cards_in(html text)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  IF strpos(html, '<figure data-block="article"') = 0 THEN RETURN NULL; END IF;
  RETURN (
    SELECT json_agg(card) FROM article_cards(array(
      SELECT a.id FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id IN (
        SELECT DISTINCT named[1]::uuid
        FROM regexp_matches(html, 'data-block="article" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
        LIMIT 50))) AS card);
END $$;
--> statement-breakpoint
create or replace function article_ctas(article_slug text, at_end integer, in_text integer)
  RETURNS TABLE (cta_id uuid, is_at_end boolean)
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  own articles;
  last_ones uuid[];
  named_ones uuid[];
BEGIN
  SELECT * INTO own FROM articles a WHERE a.slug = article_slug;
  last_ones := array(
    SELECT c.id FROM ctas c WHERE c.active AND (c.category_id IS NULL OR c.category_id = own.category_id)
    ORDER BY c.created_at DESC, c.id DESC LIMIT at_end);
  IF strpos(own.content, '<figure data-block="') > 0 THEN
    named_ones := array(
      SELECT DISTINCT named[1]::uuid
      FROM regexp_matches(own.content, 'data-block="cta" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
      LIMIT in_text);
  END IF;
  RETURN QUERY
  SELECT c.id, c.id = ANY (last_ones) FROM ctas c WHERE c.active AND c.id = ANY (last_ones || named_ones);
END $$;
--> statement-breakpoint
create or replace function pick_related(own uuid, own_category uuid, most integer, with_newest boolean)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
  SET plan_cache_mode = force_generic_plan
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
      WHERE with_newest AND a.status = 'published' AND a.deleted_at IS NULL AND a.category_id = own_category
      ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
    UNION ALL (
      SELECT a.id, 3, -extract(epoch FROM a.publish_date)::double precision FROM articles a
      WHERE with_newest AND a.status = 'published' AND a.deleted_at IS NULL ORDER BY a.publish_date DESC, a.id DESC LIMIT 12)
  )
  SELECT allowed.id, allowed.source, allowed.place FROM (
    SELECT counted.id, counted.source, counted.place, max(counted.of_author) AS of_author FROM (
      SELECT d.id, d.source, d.place, row_number() OVER (PARTITION BY writer.name ORDER BY d.source, d.place, d.id) AS of_author
      FROM (SELECT DISTINCT ON (c.id) c.id, c.source, c.place FROM candidate c ORDER BY c.id, c.source, c.place) AS d
      JOIN articles a ON a.id = d.id
      CROSS JOIN LATERAL (
        SELECT coalesce(a.author_id::text, a.author) AS name
        UNION SELECT co.author_id::text FROM article_coauthors co WHERE co.article_id = a.id) AS writer
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id <> own AND NOT EXISTS (
        SELECT FROM related_choices rc WHERE rc.article_id = own AND rc.related_id = d.id AND rc.choice = 'excluded')
    ) AS counted GROUP BY counted.id, counted.source, counted.place
  ) AS allowed
  WHERE allowed.source = 0 OR allowed.of_author <= most_by_author
  ORDER BY allowed.source, allowed.place, allowed.id LIMIT most;
END $$;
--> statement-breakpoint
create or replace function shown_related(own uuid, own_category uuid, most integer)
  RETURNS TABLE (related_id uuid, source integer, place double precision)
  LANGUAGE plpgsql
  STABLE
  ROWS 10
AS $$
DECLARE
  found_rows bigint;
BEGIN
  RETURN QUERY SELECT * FROM pick_related(own, own_category, most, false);
  GET DIAGNOSTICS found_rows = ROW_COUNT;
  IF found_rows < most THEN
    RETURN QUERY SELECT * FROM pick_related(own, own_category, most, true) OFFSET found_rows;
  END IF;
END $$;
--> statement-breakpoint
create or replace function shown_most_read(most integer)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM settings s WHERE s.key = 'readership' AND (s.value ->> 'showMostRead')::boolean) THEN RETURN '{}'; END IF;
  RETURN array(
    SELECT m.article_id FROM most_read m JOIN articles a ON a.id = m.article_id
    WHERE a.status = 'published' AND a.deleted_at IS NULL ORDER BY m.place LIMIT most);
END $$;
--> statement-breakpoint
create or replace function site_links(most_tags integer)
  RETURNS TABLE (kind text, slug text, name text, total bigint)
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN QUERY SELECT 'category', c.slug, c.name, coalesce(ac.total, 0)
    FROM categories c LEFT JOIN article_counts ac ON ac.category_id = c.id AND ac.status = 'published' ORDER BY c.name;
  RETURN QUERY SELECT 'tag', t.slug, t.name, pc.total FROM published_counts pc JOIN tags t ON t.id = pc.owner_id
    WHERE pc.kind = 'tag' AND pc.total > 0 ORDER BY pc.total DESC, t.created_at, t.name LIMIT most_tags;
  RETURN QUERY SELECT 'page', p.slug, p.title, NULL::bigint FROM pages p ORDER BY p.created_at, p.title;
END $$;
