-- Counts page views and what they lead to. Each total is the sum of the log (page_views and reading_outcomes).

-- A moment as the clocks of a time zone show it. An unknown zone must not stop the counting.
create or replace function magazine_time(moment timestamp with time zone, zone text)
  RETURNS timestamp without time zone
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN moment AT TIME ZONE 'UTC';
END $$;

-- Moves the totals of a merged author to the author who was kept. Waits for a count in progress, which may have read the articles'
-- former author.
create or replace function move_author_reading(merged uuid, kept uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  WITH moved AS (DELETE FROM reading_groups WHERE kind = 'author' AND name = merged::text RETURNING *)
  INSERT INTO reading_groups AS t (day, kind, name, views, engaged_seconds, sign_ups)
  SELECT day, kind, kept::text, views, engaged_seconds, sign_ups FROM moved
  ON CONFLICT (kind, day, name) DO UPDATE SET views = t.views + excluded.views,
    engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, sign_ups = t.sign_ups + excluded.sign_ups;
END $$;

-- Stores what readers did in views, without outcomes of calls to action that do not exist. Ids are in lower case, so that each outcome
-- of a view counts once. Returns whether nothing was waiting to be counted. A function keeps its plan: planning the same statement takes
-- four times as long as storing a report.
create or replace function store_progress(reports jsonb)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
DECLARE
  stored bigint;
BEGIN
  WITH inserted AS (
    INSERT INTO reading_beacons (view_id, kind, data)
    SELECT (report ->> 'view')::uuid, 'progress', report - 'view' || jsonb_build_object('outcomes', coalesce((
      SELECT jsonb_agg(jsonb_build_array(o -> 0, lower(o ->> 1))) FROM jsonb_array_elements(report -> 'outcomes') AS o
      WHERE o ->> 1 = '' OR EXISTS (SELECT FROM ctas WHERE ctas.id = nullif(o ->> 1, '')::uuid)), '[]'))
    FROM jsonb_array_elements(reports) AS report
    RETURNING id)
  SELECT min(id) INTO stored FROM inserted;
  RETURN NOT EXISTS (SELECT FROM reading_beacons WHERE id < stored ORDER BY id DESC LIMIT 1);
END $$;

-- For workers deployed before reports were stored together.
create or replace function store_progress(view uuid, progress jsonb)
  RETURNS boolean
  LANGUAGE sql
AS $$
  SELECT store_progress(jsonb_build_array(progress || jsonb_build_object('view', view)));
$$;

-- Stores a view. For an article's slug, only if the article is public. Returns the article's id, and like `store_progress` whether nothing was
-- waiting; no row if nothing was stored.
create or replace function store_page_view(view uuid, about jsonb, slug text)
  RETURNS TABLE (article_id uuid, first boolean)
  LANGUAGE plpgsql
AS $$
DECLARE
  stored bigint;
BEGIN
  IF slug IS NOT NULL THEN
    SELECT a.id INTO article_id FROM articles a WHERE a.slug = store_page_view.slug AND is_public(a.status, a.deleted_at);
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO reading_beacons (view_id, kind, data) VALUES (view, 'view', about || jsonb_build_object('article', article_id))
  RETURNING id INTO stored;
  first := NOT EXISTS (SELECT FROM reading_beacons WHERE id < stored ORDER BY id DESC LIMIT 1);
  RETURN NEXT;
END $$;

-- Moves up to `most` waiting events to the log and adds them to the totals, in one transaction, so that each counts once.
-- Reports of progress are totals of their view, so only an increase counts, however often and in whichever order they arrive.
-- The planner cannot estimate the batch size. With nested loops, joining the batch with itself would take quadratic time.
-- So nested loops are off, and every look-up by index in a larger table is a scalar or lateral subquery.
-- Names of sources come from browsers. A view whose name is beyond the limit has the empty name, in the log and so in all totals.
create or replace function count_reading(most integer)
  RETURNS TABLE (taken integer, counted integer)
  LANGUAGE plpgsql
  SET enable_nestloop TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  zone text := magazine_zone();
  today date := magazine_time(now(), zone)::date;
  -- Referrers, campaigns and newsletter links of a day that have a row each.
  most_names CONSTANT integer := 500;
  -- The names with the most views on the previous day always have a row, so made-up names cannot displace them.
  kept_names CONSTANT integer := 100;
BEGIN
  -- One transaction counts at a time. The next statement sees what the previous one counted.
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  RETURN QUERY
  WITH waiting AS (
    DELETE FROM reading_beacons
    WHERE id <= (SELECT max(b.id) FROM (SELECT id FROM reading_beacons ORDER BY id LIMIT most) AS b) RETURNING *
  ), started AS (
    -- The browser asks for the token again if the answer is lost.
    SELECT DISTINCT ON (w.view_id) w.view_id, w.created_at AS at, magazine_time(w.created_at, zone) AS local, v.*
    FROM waiting w, jsonb_to_record(w.data) AS v (page text, article uuid, "sourceKind" text, source text, device text,
      country text, reader text)
    WHERE w.kind = 'view' AND (SELECT v.id FROM page_views v WHERE v.id = w.view_id) IS NULL
    ORDER BY w.view_id, w.id
  ), new_names AS (
    SELECT n.*, CASE WHEN kind = 'referral' THEN 'referrer' ELSE kind END AS grouped_as,
      row_number() OVER (PARTITION BY day, kind ORDER BY first_at, source) AS place
    FROM (
      SELECT local::date AS day, "sourceKind" AS kind, source, min(at) AS first_at FROM started WHERE source <> '' GROUP BY 1, 2, 3
    ) AS n
    WHERE (SELECT g.day FROM reading_groups g WHERE g.kind = 'source' AND g.name = n.kind || chr(9) || source AND g.day = n.day) IS NULL
  ), name_counts AS (
    SELECT d.*, (SELECT count(*) FROM reading_groups g WHERE g.kind = d.grouped_as AND g.day = d.day) AS names
    FROM (SELECT DISTINCT day, grouped_as FROM new_names) AS d
  ), left_out AS (
    SELECT n.day, n.kind, n.source FROM new_names n JOIN name_counts c USING (day, grouped_as)
    WHERE n.place + c.names > most_names AND n.kind || chr(9) || n.source NOT IN (
      SELECT g.name FROM reading_groups g WHERE g.kind = n.grouped_as AND g.day = n.day - 1
      ORDER BY g.views DESC, g.name LIMIT kept_names)
  ), progress AS (
    SELECT w.view_id, max(p.seconds) AS seconds, max(p.quarter) AS quarter, max(w.created_at) AS at
    FROM waiting w, jsonb_to_record(w.data) AS p (seconds int, quarter int)
    WHERE w.kind = 'progress' GROUP BY w.view_id
  ), views AS (
    SELECT s.view_id, true AS is_new, s.at AS started_at, greatest(s.at, p.at) AS seen_at, s.local::date AS day,
      extract(hour FROM s.local)::smallint AS hour, s.page, s.article AS article_id, s."sourceKind" AS source_kind,
      CASE WHEN l.source IS NULL THEN s.source ELSE '' END AS source, s.device, s.country, s.reader, 0 AS old_seconds,
      coalesce(p.seconds, 0) AS seconds, 0 AS old_quarter, coalesce(p.quarter, 0) AS quarter
    FROM started s LEFT JOIN progress p USING (view_id)
      LEFT JOIN left_out l ON l.day = s.local::date AND l.kind = s."sourceKind" AND l.source = s.source
    UNION ALL
    SELECT v.id, false, v.started_at, greatest(v.seen_at, p.at), v.day, v.hour, v.page, v.article_id, v.source_kind, v.source,
      v.device, v.country, v.reader, v.engaged_seconds, greatest(v.engaged_seconds, p.seconds), v.quarter,
      greatest(v.quarter, p.quarter)
    FROM progress p CROSS JOIN LATERAL (SELECT * FROM page_views WHERE id = p.view_id OFFSET 0) AS v
  ), judged AS (
    SELECT v.*,
      is_new AND reader IS NOT NULL AND row_number() OVER (PARTITION BY is_new, reader ORDER BY started_at, view_id) = 1
        AND NOT EXISTS (SELECT FROM page_views o WHERE o.reader = v.reader) AS is_first,
      is_new AND reader IS NOT NULL AND article_id IS NOT NULL
        AND row_number() OVER (PARTITION BY is_new, reader, article_id ORDER BY started_at, view_id) = 1
        AND NOT EXISTS (SELECT FROM page_views o WHERE o.reader = v.reader AND o.article_id = v.article_id) AS is_first_of_article
    FROM views v
  ), logged AS (
    INSERT INTO page_views AS v (id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country,
      reader, is_first, is_first_of_article, engaged_seconds, quarter)
    SELECT view_id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country, reader, is_first,
      is_first_of_article, seconds, quarter
    FROM judged
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, engaged_seconds = excluded.engaged_seconds,
      quarter = excluded.quarter
    RETURNING 1
  ), reported AS (
    -- A sign-up without a view is a form that was sent without JavaScript.
    SELECT DISTINCT ON (view_id, kind, target) r.*, magazine_time(r.at, zone) AS local
    FROM (
      SELECT w.view_id, o ->> 0 AS kind, o ->> 1 AS target, NULL::uuid AS article, w.created_at AS at, w.id
      FROM waiting w, jsonb_array_elements(w.data -> 'outcomes') AS o WHERE w.kind = 'progress'
      UNION ALL
      SELECT w.view_id, 'sign_up', w.data ->> 'form', (w.data ->> 'article')::uuid, w.created_at, w.id
      FROM waiting w WHERE w.kind = 'sign_up'
    ) AS r
    ORDER BY view_id, kind, target, id
  ), outcomes AS (
    INSERT INTO reading_outcomes (view_id, kind, target, article_id, at, day, hour)
    SELECT r.view_id, r.kind, r.target, coalesce(r.article, v.article_id, p.article_id), r.at, r.local::date,
      extract(hour FROM r.local)::smallint
    FROM reported r LEFT JOIN judged v USING (view_id)
      LEFT JOIN LATERAL (SELECT * FROM page_views WHERE id = r.view_id OFFSET 0) AS p ON true
    -- The progress of an unknown view counts for nothing.
    WHERE r.kind = 'sign_up' OR v.view_id IS NOT NULL OR p.id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING *
  ), changes AS (
    SELECT day, hour, page, article_id, source_kind, source, device, country, is_new::int AS views, is_first::int AS firsts,
      is_first_of_article::int AS article_firsts, seconds - old_seconds AS engaged,
      (quarter >= 1)::int - (old_quarter >= 1)::int AS q1, (quarter >= 2)::int - (old_quarter >= 2)::int AS q2,
      (quarter >= 3)::int - (old_quarter >= 3)::int AS q3, (quarter >= 4)::int - (old_quarter >= 4)::int AS q4,
      0 AS sign_ups, 0 AS saves, 0 AS shares, 0 AS cta_clicks
    FROM judged
    UNION ALL
    SELECT o.day, o.hour, coalesce(v.page, p.page, CASE WHEN o.article_id IS NULL THEN 'other' ELSE 'article' END), o.article_id,
      coalesce(v.source_kind, p.source_kind, 'unknown'), coalesce(v.source, p.source, ''), coalesce(v.device, p.device, ''),
      coalesce(v.country, p.country, ''), 0, 0, 0, 0, 0, 0, 0, 0, (kind = 'sign_up')::int, (kind = 'save')::int,
      (kind = 'share')::int, (kind = 'cta_click')::int
    FROM outcomes o LEFT JOIN judged v USING (view_id)
      LEFT JOIN LATERAL (SELECT * FROM page_views WHERE id = o.view_id OFFSET 0) AS p ON true
    WHERE kind IN ('sign_up', 'save', 'share', 'cta_click')
  ), totals AS (
    INSERT INTO reading_totals AS t (day, page, article_id, source_kind, source, device, views, readers, engaged_seconds,
      quarter1, quarter2, quarter3, quarter4, sign_ups)
    SELECT day, page, article_id, source_kind, source, device, sum(views), sum(article_firsts), sum(engaged), sum(q1), sum(q2),
      sum(q3), sum(q4), sum(c.sign_ups)
    FROM changes c GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (article_id, day, page, source_kind, source, device) DO UPDATE SET views = t.views + excluded.views,
      readers = t.readers + excluded.readers, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds,
      quarter1 = t.quarter1 + excluded.quarter1, quarter2 = t.quarter2 + excluded.quarter2,
      quarter3 = t.quarter3 + excluded.quarter3, quarter4 = t.quarter4 + excluded.quarter4,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), days AS (
    INSERT INTO reading_days AS t (article_id, day, views, readers, engaged_seconds, quarter1, quarter2, quarter3, quarter4,
      sign_ups, saves, shares, cta_clicks)
    SELECT article_id, day, sum(views), sum(article_firsts), sum(engaged), sum(q1), sum(q2), sum(q3), sum(q4), sum(c.sign_ups),
      sum(c.saves), sum(c.shares), sum(c.cta_clicks)
    FROM changes c WHERE article_id IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (article_id, day) DO UPDATE SET views = t.views + excluded.views, readers = t.readers + excluded.readers,
      engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, quarter1 = t.quarter1 + excluded.quarter1,
      quarter2 = t.quarter2 + excluded.quarter2, quarter3 = t.quarter3 + excluded.quarter3,
      quarter4 = t.quarter4 + excluded.quarter4, sign_ups = t.sign_ups + excluded.sign_ups, saves = t.saves + excluded.saves,
      shares = t.shares + excluded.shares, cta_clicks = t.cta_clicks + excluded.cta_clicks
  ), hours AS (
    INSERT INTO reading_hours AS t (day, hour, views, article_views, readers, engaged_seconds, quarter1, quarter2, quarter3,
      quarter4, sign_ups)
    SELECT day, hour, sum(views), coalesce(sum(views) FILTER (WHERE article_id IS NOT NULL), 0), sum(firsts), sum(engaged),
      sum(q1), sum(q2), sum(q3), sum(q4), sum(c.sign_ups)
    FROM changes c GROUP BY 1, 2
    ON CONFLICT (day, hour) DO UPDATE SET views = t.views + excluded.views, article_views = t.article_views + excluded.article_views,
      readers = t.readers + excluded.readers, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds,
      quarter1 = t.quarter1 + excluded.quarter1, quarter2 = t.quarter2 + excluded.quarter2,
      quarter3 = t.quarter3 + excluded.quarter3, quarter4 = t.quarter4 + excluded.quarter4,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), groups AS (
    INSERT INTO reading_groups AS t (day, kind, name, views, engaged_seconds, sign_ups)
    SELECT day, g.kind, g.name, sum(views), sum(engaged), sum(c.sign_ups)
    FROM changes c, LATERAL (
      VALUES ('source', source_kind || chr(9) || source), ('device', device), ('country', country), ('page', page)
      UNION ALL
      SELECT CASE WHEN source_kind IN ('campaign', 'newsletter') THEN source_kind ELSE 'referrer' END,
        source_kind || chr(9) || source WHERE source_kind <> 'internal'
      UNION ALL
      SELECT of_article.* FROM (SELECT category_id, author_id FROM articles WHERE id = c.article_id) AS a,
        LATERAL (VALUES ('category', coalesce(category_id::text, '')), ('author', coalesce(author_id::text, ''))) AS of_article
      UNION ALL
      SELECT 'tag', tag_id::text FROM article_tags WHERE article_id = c.article_id
    ) AS g (kind, name)
    GROUP BY 1, 2, 3
    ON CONFLICT (kind, day, name) DO UPDATE SET views = t.views + excluded.views,
      engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, sign_ups = t.sign_ups + excluded.sign_ups
  ), cta_sign_ups AS (
    -- Sign-ups of views that showed a call to action. A pair counts when the later of its two outcomes is logged.
    SELECT s.day, c.target, c.article_id
    FROM outcomes s JOIN outcomes c ON c.view_id = s.view_id AND c.kind = 'cta_view' WHERE s.kind = 'sign_up'
    UNION ALL
    SELECT s.day, c.target, c.article_id
    FROM outcomes s CROSS JOIN LATERAL (
      SELECT o.target, o.article_id FROM reading_outcomes o WHERE o.view_id = s.view_id AND o.kind = 'cta_view' OFFSET 0) AS c
    WHERE s.kind = 'sign_up'
    UNION ALL
    SELECT s.day, c.target, c.article_id
    FROM outcomes c CROSS JOIN LATERAL (
      SELECT o.day FROM reading_outcomes o WHERE o.view_id = c.view_id AND o.kind = 'sign_up' OFFSET 0) AS s
    WHERE c.kind = 'cta_view'
  ), cta_totals AS (
    INSERT INTO cta_days AS t (cta_id, day, article_id, views, clicks, sign_ups)
    SELECT target::uuid, day, article_id, count(*) FILTER (WHERE kind = 'cta_view'), count(*) FILTER (WHERE kind = 'cta_click'),
      count(*) FILTER (WHERE kind = 'sign_up')
    FROM (
      SELECT target, day, article_id, kind FROM outcomes WHERE kind IN ('cta_view', 'cta_click')
      UNION ALL
      SELECT target, day, article_id, 'sign_up' FROM cta_sign_ups
    ) AS of_ctas
    GROUP BY 1, 2, 3
    ON CONFLICT (cta_id, day, article_id) DO UPDATE SET views = t.views + excluded.views, clicks = t.clicks + excluded.clicks,
      sign_ups = t.sign_ups + excluded.sign_ups
  ), sums AS (
    INSERT INTO article_reading AS t (article_id, as_of, views, engaged_seconds, views_7, engaged_7, views_28, engaged_28,
      views_90, engaged_90)
    SELECT article_id, today, sum(views), sum(engaged), coalesce(sum(views) FILTER (WHERE day > today - 7), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 7), 0), coalesce(sum(views) FILTER (WHERE day > today - 28), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 28), 0), coalesce(sum(views) FILTER (WHERE day > today - 90), 0),
      coalesce(sum(engaged) FILTER (WHERE day > today - 90), 0)
    FROM changes WHERE article_id IS NOT NULL GROUP BY 1
    ON CONFLICT (article_id) DO UPDATE SET as_of = CASE WHEN t.views_90 = 0 THEN excluded.as_of ELSE t.as_of END,
      views = t.views + excluded.views, engaged_seconds = t.engaged_seconds + excluded.engaged_seconds, views_7 = t.views_7 + excluded.views_7,
      engaged_7 = t.engaged_7 + excluded.engaged_7, views_28 = t.views_28 + excluded.views_28,
      engaged_28 = t.engaged_28 + excluded.engaged_28, views_90 = t.views_90 + excluded.views_90,
      engaged_90 = t.engaged_90 + excluded.engaged_90
  )
  SELECT (SELECT count(*) FROM waiting)::int, ((SELECT count(*) FROM logged) + (SELECT count(*) FROM outcomes))::int;
END $$;

-- Recomputes the 7-, 28- and 90-day sums that are not as of today, unless all are 0, for up to `most` articles that are behind and
-- `most` that are ahead (after a time zone change). Returns the number updated; call again until it is 0.
create or replace function roll_reading(most integer)
  RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE
  today date := magazine_time(now(), magazine_zone())::date;
  earliest date;
  latest date;
  rolled integer;
BEGIN
  SELECT min(as_of), max(as_of) INTO earliest, latest FROM article_reading WHERE views_90 > 0;
  -- A later day means that the time zone has changed.
  IF earliest IS NULL OR (earliest = today AND latest = today) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('counting reading'));
  WITH outdated AS (
    (SELECT article_id FROM article_reading WHERE as_of < today AND views_90 > 0 ORDER BY as_of LIMIT most)
    UNION ALL
    (SELECT article_id FROM article_reading WHERE as_of > today AND views_90 > 0 ORDER BY as_of DESC LIMIT most)
  ), sums AS (
    SELECT o.article_id, s.* FROM outdated o CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.views), 0) AS views_90, coalesce(sum(d.engaged_seconds), 0) AS engaged_90,
        coalesce(sum(d.views) FILTER (WHERE d.day > today - 28), 0) AS views_28,
        coalesce(sum(d.engaged_seconds) FILTER (WHERE d.day > today - 28), 0) AS engaged_28,
        coalesce(sum(d.views) FILTER (WHERE d.day > today - 7), 0) AS views_7,
        coalesce(sum(d.engaged_seconds) FILTER (WHERE d.day > today - 7), 0) AS engaged_7
      FROM reading_days d WHERE d.article_id = o.article_id AND d.day > today - 90
    ) AS s
  )
  UPDATE article_reading r SET as_of = today, views_7 = s.views_7, engaged_7 = s.engaged_7, views_28 = s.views_28,
    engaged_28 = s.engaged_28, views_90 = s.views_90, engaged_90 = s.engaged_90
  FROM sums s WHERE r.article_id = s.article_id;
  GET DIAGNOSTICS rolled = ROW_COUNT;
  RETURN rolled;
END $$;

-- Every article has sums, so that lists can be sorted by them through an index.
create or replace function add_article_reading()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO article_reading (article_id, as_of) SELECT id, magazine_day(now(), magazine_zone()) FROM created
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- The ids of the most read public articles, in order; none if the settings do not show them.
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

-- The articles with the most engaged time of the last seven days. Returns what changed: the articles that became or ceased to be
-- popular, and whether the list is another one.
create or replace function refresh_most_read(most integer, popular integer)
  RETURNS TABLE (article_ids uuid[], is_other boolean)
  LANGUAGE plpgsql
AS $$
DECLARE
  earlier uuid[];
  marked uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('most read'));
  SELECT array_agg(article_id ORDER BY place), array_agg(article_id) FILTER (WHERE is_popular) INTO earlier, marked FROM most_read;
  DELETE FROM most_read;
  -- Articles that editors chose are popular anyway and come first, so fewer are added to them.
  INSERT INTO most_read (place, article_id, is_popular)
  SELECT row_number() OVER (ORDER BY engaged_7 DESC, id), id,
    NOT chosen AND row_number() OVER (PARTITION BY chosen ORDER BY engaged_7 DESC, id) <= popular - (
      SELECT count(*) FROM articles WHERE is_popular AND is_public(status, deleted_at))
  FROM (
    SELECT a.id, a.is_popular AS chosen, r.engaged_7 FROM article_reading r JOIN articles a ON a.id = r.article_id
    WHERE r.engaged_7 > 0 AND is_public(a.status, a.deleted_at) ORDER BY r.engaged_7 DESC, r.article_id LIMIT most
  ) AS top;
  RETURN QUERY
  SELECT array(
      SELECT coalesce(o.id, n.article_id) FROM unnest(marked) AS o (id)
      FULL JOIN (SELECT m.article_id FROM most_read m WHERE m.is_popular) AS n ON n.article_id = o.id
      WHERE o.id IS NULL OR n.article_id IS NULL),
    earlier IS DISTINCT FROM (SELECT array_agg(m.article_id ORDER BY place) FROM most_read m);
END $$;
