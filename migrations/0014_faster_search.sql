DROP INDEX "search_documents_lexemes";--> statement-breakpoint
CREATE INDEX "search_documents_lexemes" ON "search_documents" USING gin ("week",ts_filter("document", '{a,b}'),"document","words") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "head";--> statement-breakpoint
-- Their texts get line ends between blocks. A cron task does it, because it takes minutes in a large magazine.
INSERT INTO "search_outdated" ("article_id") SELECT "id" FROM "articles" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Searches refer to documents by ctid now.
drop function newest_matches(tsquery, jsonb, integer, text);
--> statement-breakpoint
drop function containing_matches(text, jsonb, integer);
--> statement-breakpoint
drop function rank_matches(uuid[], tsquery[], tsquery, tsquery);
--> statement-breakpoint
drop function excerpt_of(search_documents, text[], text);
--> statement-breakpoint
drop function without(uuid[], uuid[]);
--> statement-breakpoint
drop function search_facets(uuid[], text);
--> statement-breakpoint
create or replace function plain_text(html text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT btrim(regexp_replace(regexp_replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(regexp_replace(html, '\s+', ' ', 'g'),
      '</?(a|b|strong|em|i|u|s|span|code|sub|sup|mark)( [^>]*)?>', '', 'g'), '<[^>]*>', E'\n', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '  +', ' ', 'g'), ' ?\n[ \n]*', E'\n', 'g'), E' \n')
$$;
--> statement-breakpoint
create or replace function index_articles(ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE unknown text[];
BEGIN
  INSERT INTO search_documents AS d
    (article_id, public_at, week, category_id, author_id, is_popular, document, words, body_from, body, normal)
  SELECT id, public_at, week, category_id, author_id, is_popular,
    setweight(to_tsvector('english', separate_words(normal_title)), 'A')
      || setweight(to_tsvector('english', separate_words(normal_about)), 'B')
      || setweight(to_tsvector('english', separate_words(normal_headings)), 'C')
      || setweight(to_tsvector('english', separate_words(normal_body)), 'D'),
    array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(normal)) AS word)),
    length(normal_title) + length(normal_about) + 3, body, normal
  FROM (
    SELECT *, concat_ws(E'\n', normal_title, normal_about, normal_body) AS normal
    FROM (
      SELECT a.id, CASE WHEN is_public(a.status, a.deleted_at) THEN a.publish_date END AS public_at,
        floor(extract(epoch FROM a.publish_date) / 604800)::integer AS week, a.category_id, a.author_id,
        a.is_popular, h.body,
        search_normal(a.title) AS normal_title,
        search_normal(concat_ws(E'\n', a.summary, t.names, c.name, a.author)) AS normal_about,
        search_normal(h.headings) AS normal_headings, search_normal(h.body) AS normal_body
      FROM articles a LEFT JOIN categories c ON c.id = a.category_id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN a.members_only THEN article_beginning(a.content) ELSE a.content END AS html OFFSET 0) AS v
      CROSS JOIN LATERAL (
        SELECT plain_text(v.html) AS body, plain_text(coalesce((
          SELECT string_agg(m[1], ' ') FROM regexp_matches(v.html, '<h[1-6][^>]*>(.*?)</h[1-6]>', 'g') AS m), '')) AS headings
        OFFSET 0) AS h
      CROSS JOIN LATERAL (
        SELECT string_agg(tag.name, E'\n' ORDER BY tag.name) AS names FROM article_tags at JOIN tags tag ON tag.id = at.tag_id
        WHERE at.article_id = a.id) AS t
      WHERE a.id = ANY(ids) OFFSET 0) AS shown
    OFFSET 0) AS normals
  ON CONFLICT (article_id) DO UPDATE SET public_at = excluded.public_at, week = excluded.week,
    category_id = excluded.category_id, author_id = excluded.author_id, is_popular = excluded.is_popular, document = excluded.document,
    words = excluded.words, body_from = excluded.body_from, body = excluded.body, normal = excluded.normal;

  unknown := array(
    SELECT DISTINCT used.word FROM search_documents d, unnest(tsvector_to_array(d.words)) AS used (word)
    WHERE d.article_id = ANY(ids) AND NOT EXISTS (SELECT 1 FROM search_vocabulary v WHERE v.word = used.word));
  IF cardinality(unknown) > 0 THEN
    PERFORM pg_advisory_xact_lock(hashtext('search_vocabulary'));
    INSERT INTO search_vocabulary (word, stem)
    SELECT word, coalesce((ts_lexize('english_stem', word))[1], '') FROM unnest(unknown) AS word ON CONFLICT DO NOTHING;
  END IF;
END $$;
--> statement-breakpoint
create or replace function share_of_word(word text, beginning boolean)
  RETURNS double precision
  LANGUAGE sql
  STABLE
AS $$
  SELECT coalesce(max(v.documents), 0) / 3000.0 FROM search_vocabulary v
  WHERE v.word ~>=~ share_of_word.word
    AND v.word ~<~ (share_of_word.word || CASE WHEN beginning THEN chr(1114111) ELSE chr(1) END)
$$;
--> statement-breakpoint
create or replace function newest_matches(query tsquery, filters jsonb, most integer, part text default 'document', wholes tsquery default null)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  -- The inner query has no order, so that the planner always uses the index of lexemes.
  statement CONSTANT text := format('
    SELECT array(SELECT place FROM (
      SELECT d.ctid AS place, d.public_at, d.article_id FROM search_documents d WHERE %s @@ $1 %s %s %s %s %s OFFSET 0) AS matching
      ORDER BY public_at DESC, article_id DESC LIMIT $2)',
    CASE part WHEN 'head' THEN 'ts_filter(d.document, ''{a,b}'')' WHEN 'words' THEN 'd.words' ELSE 'd.document' END,
    CASE WHEN wholes IS NOT NULL THEN 'AND d.words @@ $5' END,
    CASE WHEN filters ? 'everything' THEN 'AND is_listed(d.article_id, $3)' || CASE
        WHEN filters ? 'trash' OR filters ->> 'status' <> 'published' THEN ' AND d.public_at IS NULL'
        WHEN filters ->> 'status' = 'published' THEN ' AND d.public_at IS NOT NULL' ELSE '' END
      ELSE 'AND d.public_at IS NOT NULL' END,
    CASE WHEN filters ? 'category' THEN 'AND d.category_id = ($3 ->> ''category'')::uuid' END,
    CASE WHEN filters ? 'author' THEN 'AND d.author_id = ($3 ->> ''author'')::uuid' END,
    CASE WHEN filters ? 'since' THEN
      'AND d.public_at >= ($3 ->> ''since'')::timestamptz AND d.public_at < ($3 ->> ''until'')::timestamptz' END);
  recent CONSTANT integer := (filters ->> 'recent')::integer;
  found tid[];
BEGIN
  IF recent IS NOT NULL THEN
    EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING query, most, filters, recent, wholes;
    IF cardinality(found) < most AND cardinality(found) >= most / 30 THEN
      -- As many documents as should contain enough matches, and a quarter more.
      EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING query, most, filters,
        coalesce(week_of_newest(2500 * most / cardinality(found)), 0), wholes;
    END IF;
    IF cardinality(found) >= most THEN RETURN found; END IF;
  END IF;
  EXECUTE statement INTO found USING query, most, filters, recent, wholes;
  RETURN found;
END $$;
--> statement-breakpoint
create or replace function containing_matches(needle text, filters jsonb, most integer)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  spaced CONSTANT text := separate_words(needle);
  pieces CONSTANT text[] := list_words(needle);
  final CONSTANT integer := cardinality(pieces);
  from_start CONSTANT boolean := left(spaced, 1) = ' ';
  to_end CONSTANT boolean := right(spaced, 1) = ' ';
  few CONSTANT integer := 40;
  endings text[] := '{}';
  beginnings text[] := '{}';
  first_words text[] := '{}';
  query tsquery;
  found tid[];
BEGIN
  IF final = 0 THEN
    -- Punctuation only.
    RETURN array(
      SELECT d.place FROM (
        (SELECT ctid AS place, * FROM search_documents WHERE public_at IS NOT NULL ORDER BY public_at DESC, article_id DESC LIMIT 2000)
        UNION ALL
        (SELECT ctid, * FROM search_documents WHERE public_at IS NULL AND filters ? 'everything' LIMIT 2000)) AS d
      WHERE strpos(d.normal, needle) > 0 AND (NOT filters ? 'everything' OR is_listed(d.article_id, filters))
        AND (NOT filters ? 'category' OR d.category_id = (filters ->> 'category')::uuid)
        AND (NOT filters ? 'author' OR d.author_id = (filters ->> 'author')::uuid)
        AND (NOT filters ? 'since'
          OR d.public_at >= (filters ->> 'since')::timestamptz AND d.public_at < (filters ->> 'until')::timestamptz)
      LIMIT most);
  ELSIF final = 1 THEN
    first_words := CASE WHEN from_start AND to_end THEN pieces ELSE array(SELECT word FROM search_vocabulary
      WHERE word LIKE CASE WHEN from_start THEN '' ELSE '%' END || pieces[1] || CASE WHEN to_end THEN '' ELSE '%' END
      ORDER BY documents DESC, word LIMIT 2000) END;
    IF needle = pieces[1] AND cardinality(first_words) > few THEN
      -- The frequent ones are likely to be in enough documents.
      found := newest_matches(join_queries(array(SELECT word_query(word) FROM unnest(first_words[:few]) AS word), '|'),
        filters || jsonb_build_object('recent', week_of_newest(2000)), most, 'words');
      IF cardinality(found) >= most THEN RETURN found; END IF;
    END IF;
    query := join_queries(array(SELECT word_query(word) FROM unnest(first_words) AS word), '|');
  ELSE
    IF NOT from_start THEN
      endings := array(SELECT word FROM search_vocabulary WHERE word LIKE '%_' || pieces[1] LIMIT 2000);
    END IF;
    IF NOT to_end THEN
      beginnings := array(SELECT word FROM search_vocabulary
        WHERE word ~>~ pieces[final] AND word ~<~ (pieces[final] || chr(1114111)) LIMIT 2000);
    END IF;
    query := join_queries(ARRAY[
      join_queries(array(SELECT word_query(word) FROM unnest(endings) AS word), '|') && join_queries(
        array(SELECT word_query(word) FROM unnest(pieces[final] || beginnings) AS word), '|'),
      word_query(pieces[1]) && join_queries(array(SELECT word_query(word) FROM unnest(beginnings) AS word), '|')], '|');
    query := join_queries(query || array(SELECT word_query(word) FROM unnest(pieces[2:final - 1]) AS word), '&')
      && !!join_queries(array(SELECT word_query(word) FROM unnest(pieces) AS word), '&');
  END IF;
  IF query IS NULL OR cardinality(endings || beginnings || first_words) = 0 THEN RETURN '{}'; END IF;
  found := newest_matches(query, filters, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;
--> statement-breakpoint
create or replace function rank_matches(places tid[], parts tsquery[], phrase tsquery, wholes tsquery)
  RETURNS TABLE (place tid, score double precision)
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  every CONSTANT tsquery := join_queries(parts, '&');
  any_part CONSTANT tsquery := join_queries(parts, '|');
BEGIN
  RETURN QUERY
  SELECT wanted.id,
    (CASE WHEN t.title @@ every THEN 1.5 ELSE 0 END
      + CASE WHEN t.head @@ every THEN 1.5 ELSE 0 END
      + (SELECT sum(CASE WHEN t.document @@ part THEN 4 ELSE 0 END + CASE WHEN t.title @@ part THEN 2 ELSE 0 END)
        FROM unnest(parts) AS part)::double precision / cardinality(parts)
      + CASE WHEN phrase IS NULL THEN 0 WHEN t.title @@ phrase THEN 2 WHEN t.head @@ phrase THEN 1.2
        WHEN t.document @@ phrase THEN 0.8 ELSE 0 END
      + CASE WHEN d.words @@ wholes THEN 1 ELSE 0 END
      + 2 * ts_rank('{0.1, 0.3, 0.6, 1}', t.document, every, 1)
      + ts_rank('{0.05, 0.2, 0.5, 1}', t.document, any_part, 0)
      + 0.6 * power(2::double precision, -greatest(0, extract(epoch FROM now() - d.public_at)::double precision) / 31557600)
      + CASE WHEN d.is_popular THEN 0.01 ELSE 0 END)::double precision AS score
  FROM unnest(places) AS wanted (id) JOIN search_documents d ON d.ctid = wanted.id
  -- Decompresses the document once instead of with each use.
  CROSS JOIN LATERAL (SELECT d.document || ''::tsvector AS document OFFSET 0) AS whole
  CROSS JOIN LATERAL (
    SELECT whole.document, ts_filter(whole.document, '{a}') AS title, ts_filter(whole.document, '{a,b}') AS head OFFSET 0) AS t
  ORDER BY 2 DESC, d.public_at DESC, d.article_id;
END $$;
--> statement-breakpoint
create or replace function excerpt_of(normal text, body text, body_from integer, pattern text, needle text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  place integer := coalesce(regexp_instr(normal, pattern, body_from), 0);
BEGIN
  IF place = 0 AND needle <> '' THEN
    place := strpos(substr(normal, body_from), needle);
    place := CASE WHEN place > 0 THEN place + body_from - 1 ELSE 0 END;
  END IF;
  RETURN CASE WHEN place > 0 THEN substr(body, greatest(1, place - body_from - 100), 300) END;
END $$;
--> statement-breakpoint
create or replace function without(places tid[], others tid[])
  RETURNS tid[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT kept.place FROM unnest(places) WITH ORDINALITY AS kept (place, n)
    WHERE NOT EXISTS (SELECT FROM unnest(others) AS o (place) WHERE o.place = kept.place) ORDER BY kept.n)
$$;
--> statement-breakpoint
create or replace function search_facets(places tid[], zone text)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
AS $$
  WITH d AS MATERIALIZED (
    SELECT category_id, author_id, public_at FROM search_documents WHERE ctid = ANY(places))
  SELECT jsonb_build_object(
    'categories', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'count', n) ORDER BY n DESC, c.name), '[]')
      FROM (SELECT category_id, count(*) AS n FROM d GROUP BY 1) AS counted JOIN categories c ON c.id = counted.category_id),
    'authors', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'count', n) ORDER BY n DESC, a.name), '[]')
      FROM (SELECT author_id, count(*) AS n FROM d GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30) AS counted JOIN authors a ON a.id = counted.author_id),
    'years', (SELECT coalesce(jsonb_agg(jsonb_build_object('year', year, 'count', n) ORDER BY year DESC), '[]')
      FROM (SELECT extract(year FROM public_at AT TIME ZONE zone)::integer AS year, count(*) AS n FROM d WHERE public_at IS NOT NULL GROUP BY 1) AS counted))
$$;
--> statement-breakpoint
create or replace function search_articles(typed text, terms jsonb, options jsonb)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET client_min_messages TO 'warning'
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  most CONSTANT integer := 1000;
  -- Ranked by relevance: the newest with all words in title, summary, tags and names, then the newest. The rest follows by date.
  ranked CONSTANT integer := 150;
  ranked_heads CONSTANT integer := 90;
  few CONSTANT integer := 3;
  typing boolean := options ? 'typing';
  needle CONSTANT text := search_normal(typed);
  skip CONSTANT integer := coalesce((options ->> 'skip')::integer, 0);
  take CONSTANT integer := coalesce((options ->> 'take')::integer, 20);
  term record;
  words text[];
  loose text[] := '{}';
  respelled text[];
  quoted text[] := '{}';
  excluded tsquery;
  fixed tsquery[] := '{}';
  parts tsquery[];
  other_parts tsquery[];
  query tsquery;
  phrase tsquery;
  wholes tsquery;
  quoted_query tsquery;
  found tid[] := '{}';
  other tid[];
  some_found tid[] := '{}';
  text_found tid[] := '{}';
  ordered tid[];
  closest tid[] := '{}';
  quoted_share double precision := 1;
  share double precision;
  corrected text;
  forms text[];
  pattern text;
  is_more boolean := false;
BEGIN
  FOR term IN SELECT t ->> 'text' AS text, t ? 'phrase' AS is_phrase, t ? 'not' AS is_not FROM jsonb_array_elements(terms) AS t LOOP
    words := list_words(search_normal(term.text));
    CONTINUE WHEN cardinality(words) = 0;
    IF term.is_not THEN
      excluded := join_queries(ARRAY[excluded, phraseto_tsquery('english', array_to_string(words, ' '))], '|');
    ELSIF term.is_phrase THEN
      quoted := quoted || array_to_string(words, ' ');
      fixed := fixed || array(SELECT q FROM unnest(words) AS word, plainto_tsquery('english', word) AS q WHERE numnode(q) > 0);
      quoted_query := join_queries(ARRAY[quoted_query, phraseto_tsquery('english', array_to_string(words, ' '))], '&');
      wholes := join_queries(wholes || array(SELECT word_query(word) FROM unnest(words) AS word), '&');
      quoted_share := quoted_share * (SELECT min(share_of_word(w, false)) FROM unnest(words) AS w);
    ELSE
      loose := loose || words;
    END IF;
  END LOOP;
  loose := loose[:16];
  -- A last word that occurs nowhere may be unfinished too.
  typing := typing OR cardinality(loose) > 0 AND NOT options ? 'exact'
    AND NOT EXISTS (SELECT FROM search_vocabulary v WHERE v.word = loose[cardinality(loose)]);
  respelled := loose;

  FOR attempt IN 1..2 LOOP
    other_parts := fixed || search_parts(respelled, typing AND attempt = 1);
    query := join_queries(other_parts, '&');
    IF attempt = 1 THEN parts := other_parts; END IF;
    IF query IS NOT NULL THEN
      -- Frequent words have enough matches among the newest documents. Words are assumed to occur independently. With synonyms
      -- or beginnings there are more matches than can be estimated; 2,000 documents show how many.
      SELECT quoted_share * coalesce(exp(sum(ln(greatest(0.00001, share_of_word(w, typing AND attempt = 1 AND n = cardinality(respelled)))))), 1)
        INTO share FROM unnest(respelled) WITH ORDINALITY AS l (w, n);
      options := options || jsonb_build_object('recent', CASE WHEN share >= 0.08 THEN week_of_newest((1.25 * most / share)::integer)
        WHEN numnode(query) >= 2 * cardinality(other_parts) THEN week_of_newest(2000) END);
      IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
      other := newest_matches(query, options, most + 1, wholes => wholes);
      IF numnode(quoted_query) > 0 THEN
        other := array(SELECT o.place FROM unnest(other) WITH ORDINALITY AS o (place, n) JOIN search_documents d ON d.ctid = o.place
          WHERE d.document @@ quoted_query ORDER BY o.n);
      END IF;
      IF attempt = 1 OR cardinality(other) > cardinality(found) THEN
        found := other;
        parts := other_parts;
        IF attempt = 2 THEN corrected := array_to_string(respelled, ' '); END IF;
      END IF;
    END IF;
    EXIT WHEN attempt = 2 OR cardinality(found) >= few OR options ? 'exact' OR quoted_query IS NOT NULL;
    respelled := array(
      SELECT CASE WHEN EXISTS (SELECT FROM search_vocabulary v WHERE v.word = w)
          OR typing AND place = cardinality(loose) AND EXISTS (
            SELECT FROM search_vocabulary v WHERE v.word ~>=~ w AND v.word ~<~ (w || chr(1114111)))
        THEN w ELSE coalesce(correct_word(w), w) END
      FROM unnest(loose) WITH ORDINALITY AS l (w, place) ORDER BY place);
    EXIT WHEN respelled = loose;
  END LOOP;
  IF corrected IS NULL THEN respelled := loose; END IF;
  is_more := cardinality(found) > most;

  IF cardinality(parts) > 0 THEN
    query := join_queries(parts, '&');
    IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
    IF cardinality(respelled) > 1 THEN
      phrase := nullif(phraseto_tsquery('english', array_to_string(respelled, ' '))::text, '')::tsquery;
    END IF;
    wholes := join_queries(wholes || array(SELECT word_query(word) FROM unnest(respelled) AS word), '&');
    IF options ->> 'sort' IS DISTINCT FROM 'date' AND cardinality(found) > 0 THEN
      other := found[:ranked];
      IF cardinality(found) > ranked AND quoted_query IS NULL THEN
        other := newest_matches(query, options, ranked_heads, 'head');
        other := other || without(found[:ranked - cardinality(other)], other);
      END IF;
      ordered := array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r);
      found := ordered || without(found, ordered);
    END IF;
    IF cardinality(found) < 10 AND cardinality(parts) > 2 THEN
      query := join_queries(array(
        SELECT join_queries(parts[:a - 1] || parts[a + 1:b - 1] || parts[b + 1:], '&')
        FROM generate_series(1, cardinality(parts)) AS a, generate_series(a, cardinality(parts)) AS b
        WHERE CASE WHEN cardinality(parts) < 5 THEN a = b ELSE a < b END), '|');
      IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
      other := newest_matches(query, options, ranked);
      some_found := without(array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r), found);
    END IF;
  END IF;

  IF NOT is_more AND needle <> '' AND quoted_query IS NULL AND excluded IS NULL THEN
    other := containing_matches(needle, options, most + 1 - cardinality(found));
    text_found := without(other, found);
    some_found := without(some_found, text_found);
  END IF;
  ordered := found || some_found || text_found;
  IF options ->> 'sort' = 'date' THEN
    ordered := array(SELECT d.ctid FROM unnest(ordered) AS o (place) JOIN search_documents d ON d.ctid = o.place
      ORDER BY d.public_at DESC, d.article_id DESC);
  END IF;
  is_more := is_more OR cardinality(ordered) > most;
  IF cardinality(ordered) = 0 AND cardinality(parts) > 1 THEN
    closest := array(SELECT r.place FROM rank_matches(newest_matches(join_queries(parts, '|'), options, 60), parts, phrase, wholes) AS r LIMIT 3);
  END IF;

  forms := quoted || array(
    SELECT word FROM search_vocabulary WHERE stem <> '' AND stem = ANY(array(
      SELECT m[1] FROM regexp_matches(join_queries(parts, '|')::text, '''([^'']+)''', 'g') AS m))
    ORDER BY documents DESC, word LIMIT 60);
  pattern := '\m(' || nullif(array_to_string(array(
    SELECT regexp_replace(form, '[^[:alnum:] ]', '.', 'g') FROM unnest(forms) AS form), '|'), '') || ')\M';
  RETURN jsonb_build_object(
    'total', least(cardinality(ordered), most), 'more', is_more, 'corrected', corrected, 'forms', to_jsonb(forms),
    'rows', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.article_id,
        'kind', CASE WHEN o.place = ANY(found) THEN 'words' WHEN o.place = ANY(some_found) THEN 'some'
          WHEN o.place = ANY(text_found) THEN 'text' ELSE 'closest' END,
        'excerpt', excerpt_of(d.normal, d.body, d.body_from, pattern, needle)) ORDER BY o.n), '[]')
      FROM unnest(ordered[skip + 1:least(most, skip + take)] || closest) WITH ORDINALITY AS o (place, n)
      JOIN search_documents d ON d.ctid = o.place),
    'ids', CASE WHEN options ? 'ids' THEN (
      SELECT coalesce(jsonb_agg(d.article_id ORDER BY o.n), '[]')
      FROM unnest(ordered[:most]) WITH ORDINALITY AS o (place, n) JOIN search_documents d ON d.ctid = o.place) END,
    'facets', CASE WHEN options ? 'facets' THEN search_facets(ordered[:most], options ->> 'zone') END);
END $$;
--> statement-breakpoint
create or replace function at_least(terms tsquery[], few integer)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  IF few = 1 OR few > cardinality(terms) THEN
    RETURN CASE WHEN few = 1 THEN join_queries(terms, '|') END;
  END IF;
  RETURN join_queries(ARRAY[terms[1] && at_least(terms[2:], few - 1), at_least(terms[2:], few)], '|');
END $$;
--> statement-breakpoint
create or replace function score_related(article uuid, candidates uuid[])
  RETURNS TABLE (related_id uuid, score real)
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  lowest_score CONSTANT double precision := 0.03;
  own related_terms;
BEGIN
  SELECT * INTO own FROM related_terms t WHERE t.article_id = article;
  RETURN QUERY
  SELECT t.article_id, least(1, sum(o.weight * theirs.weight))::real
  FROM unnest(candidates) AS candidate (id) JOIN related_terms t ON t.article_id = candidate.id
  CROSS JOIN LATERAL unnest(t.terms, t.weights) AS theirs (term, weight)
  JOIN unnest(own.terms, own.weights) AS o (term, weight) USING (term)
  GROUP BY t.article_id HAVING sum(o.weight * theirs.weight) >= lowest_score;
END $$;
--> statement-breakpoint
create or replace function closest_articles(article uuid, most integer)
  RETURNS TABLE (related_id uuid, score real)
  LANGUAGE plpgsql
  STABLE
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
AS $$
DECLARE
  enough CONSTANT integer := 60;
  most_candidates CONSTANT integer := 300;
  own related_terms;
  stems tsquery[];
  query tsquery;
  candidates uuid[] := '{}';
BEGIN
  SELECT * INTO own FROM related_terms t WHERE t.article_id = article;
  stems := array(SELECT word_query(term) FROM unnest(own.terms) WITH ORDINALITY AS t (term, place)
    WHERE term NOT LIKE '#%' ORDER BY place LIMIT 6);
  FOR shared IN REVERSE 4..1 LOOP
    query := at_least(CASE shared
      WHEN 1 THEN stems || array(SELECT word_query(term) FROM unnest(own.terms) AS term WHERE term LIKE '#%') ELSE stems END, shared);
    CONTINUE WHEN query IS NULL;
    candidates := candidates || array(SELECT t.article_id FROM related_terms t
      WHERE array_to_tsvector(t.terms) @@ query AND t.article_id <> article AND t.article_id <> ALL(candidates)
      LIMIT most_candidates - cardinality(candidates));
    EXIT WHEN cardinality(candidates) >= enough;
  END LOOP;
  RETURN QUERY SELECT s.related_id, s.score FROM score_related(article, candidates) AS s ORDER BY 2 DESC, 1 LIMIT most;
END $$;
--> statement-breakpoint
create or replace function relate_articles(ids uuid[])
  RETURNS uuid[]
  LANGUAGE plpgsql
  SET jit TO 'off'
AS $$
DECLARE
  longest CONSTANT integer := 10;
  -- An article is only entered into the lists of its closest ones, which bounds the work.
  reach CONSTANT integer := 100;
  -- A statement must not run for seconds. Lists beyond keep their other nine.
  most_refills CONSTANT integer := 100;
  current_id uuid;
  closest uuid[];
  scores real[];
  listing uuid[];
  others uuid[];
  fallen uuid[];
  before jsonb := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('related_articles'));
  DELETE FROM related_terms t WHERE t.article_id = ANY(ids)
    AND NOT EXISTS (SELECT FROM search_documents d WHERE d.article_id = t.article_id AND d.public_at IS NOT NULL);
  INSERT INTO related_terms AS t (article_id, terms, weights) SELECT * FROM weigh_terms(ids)
  ON CONFLICT (article_id) DO UPDATE SET terms = excluded.terms, weights = excluded.weights
  WHERE (t.terms, t.weights) IS DISTINCT FROM (excluded.terms, excluded.weights);

  FOREACH current_id IN ARRAY ids LOOP
    listing := array(SELECT r.article_id FROM related_articles r WHERE r.related_id = current_id);
    WITH found AS MATERIALIZED (SELECT * FROM closest_articles(current_id, reach)), scored AS (
      SELECT * FROM found
      -- It may be close to an article that it does not find itself.
      UNION ALL SELECT * FROM score_related(current_id,
        array(SELECT l.id FROM unnest(listing) AS l (id) WHERE NOT EXISTS (SELECT FROM found f WHERE f.related_id = l.id))))
    SELECT coalesce(array_agg(s.related_id ORDER BY s.score DESC, s.related_id), '{}'),
      coalesce(array_agg(s.score ORDER BY s.score DESC, s.related_id), '{}')
    INTO closest, scores FROM scored AS s;
    others := listing || array(
      SELECT c.id FROM unnest(closest, scores) AS c (id, score)
      CROSS JOIN LATERAL (SELECT count(*) AS size, min(r.score) AS lowest FROM related_articles r WHERE r.article_id = c.id) AS list
      WHERE c.id <> ALL(listing) AND (list.size < longest OR c.score > list.lowest));
    before := coalesce((SELECT jsonb_object_agg(o, to_jsonb(related_list(o))) FROM unnest(others || current_id) AS o), '{}') || before;

    -- Lists of which an article beyond the ten may be closer now.
    fallen := array(
      SELECT r.article_id FROM related_articles r LEFT JOIN unnest(closest, scores) AS c (id, score) ON c.id = r.article_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS size, min(l.score) AS lowest FROM related_articles l
        WHERE l.article_id = r.article_id AND l.related_id <> current_id) AS list
      WHERE r.related_id = current_id
        AND (c.score IS NULL OR c.score < r.score AND list.size = longest - 1 AND c.score < list.lowest)
      ORDER BY r.article_id);

    DELETE FROM related_articles r
    WHERE r.article_id = current_id OR r.related_id = current_id AND r.article_id = ANY(fallen);
    INSERT INTO related_articles (article_id, related_id, score)
    SELECT current_id, * FROM unnest(closest[:longest], scores[:longest]);
    PERFORM fill_related_list(f.id) FROM unnest(fallen[:most_refills]) AS f (id);
    INSERT INTO related_articles AS r (article_id, related_id, score)
    SELECT c.id, current_id, c.score FROM unnest(closest, scores) AS c (id, score)
    WHERE c.id = ANY(others) AND c.id <> ALL(fallen)
    ON CONFLICT (article_id, related_id) DO UPDATE SET score = excluded.score WHERE r.score <> excluded.score;
    DELETE FROM related_articles r USING (
      SELECT l.article_id, l.related_id,
        row_number() OVER (PARTITION BY l.article_id ORDER BY l.score DESC, l.related_id) AS place
      FROM related_articles l WHERE l.article_id = ANY(others)) AS listed
    WHERE r.article_id = listed.article_id AND r.related_id = listed.related_id AND listed.place > longest;
  END LOOP;
  RETURN array(
    SELECT b.key::uuid FROM jsonb_each(before) AS b WHERE b.value <> to_jsonb(related_list(b.key::uuid))
    UNION SELECT c.article_id FROM related_choices c WHERE c.related_id = ANY(ids) AND c.choice = 'pinned' ORDER BY 1);
END $$;
