-- Saving articles: versions, slugs, locks, what readers may see.

-- Whether readers can see an article.
create or replace function is_public(status text, deleted_at timestamp with time zone)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT status = 'published' AND deleted_at IS NULL $$;

-- Keeps the time of the first publication. No later save moves it.
create or replace function keep_first_publication()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.first_published_at IS NOT NULL THEN
    NEW.first_published_at := OLD.first_published_at;
  ELSIF NEW.status = 'published' AND NEW.first_published_at IS NULL THEN
    NEW.first_published_at := NEW.publish_date;
  END IF;
  RETURN NEW;
END $$;

-- Raises the version with every change that an editor would see, so that no save overwrites another unseen. A save that
-- changes only tags raises the version itself.
create or replace function raise_article_version()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.version = OLD.version AND
    (NEW.title, NEW.summary, NEW.content, NEW.author, NEW.slug, NEW.image_url, NEW.image_alt, NEW.status,
      NEW.is_featured, NEW.is_popular, NEW.members_only, NEW.read_time, NEW.category_id, NEW.publish_at, NEW.deleted_at)
    IS DISTINCT FROM
    (OLD.title, OLD.summary, OLD.content, OLD.author, OLD.slug, OLD.image_url, OLD.image_alt, OLD.status,
      OLD.is_featured, OLD.is_popular, OLD.members_only, OLD.read_time, OLD.category_id, OLD.publish_at, OLD.deleted_at)
  THEN
    NEW.version := OLD.version + 1;
  END IF;
  IF NEW.version <> OLD.version THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;

-- The names of an article's co-authors, in order.
create or replace function coauthor_names(article uuid)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN array(SELECT au.name FROM article_coauthors c JOIN authors au ON au.id = c.author_id
    WHERE c.article_id = article ORDER BY c.position);
END $$;

-- What an author's card shows besides the name; null if an editor has entered nothing. The planner inlines it.
create or replace function author_profile(author authors)
  RETURNS json
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN author.role <> '' OR author.bio <> '' OR author.image_url IS NOT NULL OR author.links <> '{}' THEN
    json_build_object('role', author.role, 'bio', author.bio, 'image', author.image_url, 'links', to_json(author.links)) END
$$;

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
END $$;

-- The cards of articles, in the order of `ids`. Callers select public articles. PL/pgSQL keeps a generic plan for the session; without
-- the setting, it would plan each call for the number of ids. The columns are named as in TypeScript, because `cards_in` returns them as
-- JSON. An article is pinned if an editor marked it as popular.
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
    SELECT json_agg(card) FROM article_cards(array(
      SELECT a.id FROM articles a
      WHERE a.status = 'published' AND a.deleted_at IS NULL AND a.id IN (
        SELECT DISTINCT named[1]::uuid
        FROM regexp_matches(html, 'data-block="article" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
        LIMIT 50))) AS card);
END $$;

-- The active calls to action of an article: the newest for its category or for every category, shown at its end, and those that its
-- text names.
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

-- Escapes text for HTML and its attributes.
create or replace function escape_html(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT replace(replace(replace(replace(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') $$;

-- HTML with blocks as links, with current titles and URLs, and without cards of unpublished articles and inactive calls to action.
-- Uses subqueries, because a join would read all articles.
create or replace function with_current_blocks(html text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE opening CONSTANT text := '<figure data-block="';
BEGIN
  IF strpos(html, opening || 'article"') = 0 AND strpos(html, opening || 'cta"') = 0 THEN RETURN html; END IF;
  RETURN (
    SELECT string_agg(CASE
      WHEN id IS NOT NULL THEN coalesce(opening || split_part(part, '>', 1) || '>' || link || '</figure>', '')
        || substr(part, strpos(part, '</figure>') + length('</figure>'))
      WHEN place > 1 THEN opening || part
      ELSE part END, '' ORDER BY place)
    FROM (
      SELECT part, place, id, CASE WHEN starts_with(part, 'article') THEN
          (SELECT '<a href="/article/' || a.slug || '">' || escape_html(a.title) || '</a>'
          FROM articles a WHERE a.id = named.id AND is_public(a.status, a.deleted_at))
        ELSE
          (SELECT CASE c.button_link WHEN '' THEN escape_html(c.title)
            ELSE '<a href="' || escape_html(c.button_link) || '">' || escape_html(c.title) || '</a>' END
          FROM ctas c WHERE c.id = named.id AND c.active) END AS link
      FROM string_to_table(html, opening) WITH ORDINALITY AS parts (part, place), LATERAL (
        SELECT substring(part FROM '^(?:article|cta)" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})">')::uuid AS id) named
    ) blocks);
END $$;

-- Leaves out a co-author who is the article's author.
create or replace function skip_author_as_coauthor()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM articles WHERE id = NEW.article_id AND author_id = NEW.author_id) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

-- A co-author who becomes the article's author is no longer a co-author.
create or replace function remove_author_from_coauthors()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_coauthors WHERE article_id = NEW.id AND author_id = NEW.author_id;
  RETURN NULL;
END $$;

-- First statement of a save: locks the article and aborts the transaction if the version has changed.
create or replace function lock_article(article uuid, expected integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version integer;
BEGIN
  SELECT version INTO found_version FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Someone else changed this article' USING ERRCODE = 'MG409';
  END IF;
END $$;

-- First statement that gives an article another image: locks the article and aborts the transaction if its image has changed
-- or the wanted image is no longer in the library.
create or replace function lock_article_image(article uuid, expected text, wanted text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_url text;
BEGIN
  SELECT coalesce(image_url, '') INTO found_url FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_url <> coalesce(expected, '') THEN
    RAISE EXCEPTION 'Someone changed this article''s image. Reload to see it.' USING ERRCODE = 'MG409';
  END IF;
  IF wanted LIKE '/media/%' THEN
    PERFORM 1 FROM media WHERE key = substr(wanted, length('/media/') + 1) FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'This image no longer exists' USING ERRCODE = 'MG404';
    END IF;
  END IF;
END $$;

-- The part of a members-only article that everyone may read: up to three blocks of clean HTML, at most half of the content,
-- never ending with a heading. `toBeginning` in the articles feature applies the same rule to unsaved text.
create or replace function article_beginning(content text)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  half CONSTANT text := left(content, length(content) / 2);
  parts text[];
  place integer := 0;
  depth integer := 0;
  blocks integer := 0;
  shown integer := 0;
BEGIN
  FOR parts IN SELECT regexp_matches(half, '([^<]*<(/?)([a-z][a-z0-9]*)[^>]*>)', 'g') LOOP
    place := place + length(parts[1]);
    CONTINUE WHEN parts[3] IN ('br', 'hr', 'img', 'col');
    depth := depth + CASE WHEN parts[2] = '/' THEN -1 ELSE 1 END;
    CONTINUE WHEN depth > 0;
    blocks := blocks + 1;
    IF parts[3] !~ '^h[1-6]$' THEN shown := place; END IF;
    EXIT WHEN blocks = 3;
  END LOOP;
  RETURN left(half, shown);
END $$;

-- Deletes the preview links that an account made when its role no longer covers the articles of others.
create or replace function revoke_previews_of_role()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_previews WHERE created_by = NEW.user_id;
  RETURN NULL;
END $$;

-- The same for a disabled or deleted account.
create or replace function revoke_previews_of_user()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM article_previews WHERE created_by = OLD.id;
  RETURN OLD;
END $$;
