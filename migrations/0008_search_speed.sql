create or replace function share_of_word(word text, beginning boolean)
  RETURNS double precision
  LANGUAGE sql
  STABLE
AS $$
  SELECT 1 - coalesce(exp(sum(ln(1 - least(0.999, form.documents / 3000.0)))), 1) FROM (
    SELECT documents FROM search_vocabulary v
    WHERE NOT beginning AND (v.word = share_of_word.word OR v.stem = (stem_words(ARRAY[share_of_word.word]))[1])
    UNION ALL
    SELECT documents FROM search_vocabulary v
    WHERE beginning AND v.word ~>=~ share_of_word.word AND v.word ~<~ (share_of_word.word || chr(1114111))) AS form
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
  has_phrase CONSTANT boolean := query::text ~ '<[-0-9]';
  -- Excluded words come last in a query.
  indexed CONSTANT tsquery := CASE WHEN has_phrase
    THEN regexp_replace(regexp_replace(query::text, ' & !.*$', ''), '<(-|[0-9]+)>', '&', 'g')::tsquery ELSE query END;
  vector CONSTANT text :=
    CASE part WHEN 'head' THEN 'ts_filter(d.document, ''{a,b}'')' WHEN 'words' THEN 'd.words' ELSE 'd.document' END;
  -- The inner query has no order, so that the planner always uses the index of lexemes.
  statement CONSTANT text := format('
    SELECT array(SELECT place FROM (
      SELECT place FROM (
        SELECT d.ctid AS place, d.public_at, d.article_id FROM search_documents d WHERE %s @@ $1 %%s %s %s %s %s %s OFFSET 0) AS matching
      ORDER BY public_at DESC, article_id DESC %s LIMIT $2)',
    vector,
    CASE WHEN wholes IS NOT NULL THEN 'AND d.words @@ $5' END,
    CASE WHEN filters ? 'everything' THEN 'AND is_listed(d.article_id, $3)' || CASE
        WHEN filters ? 'trash' OR filters ->> 'status' <> 'published' THEN ' AND d.public_at IS NULL'
        WHEN filters ->> 'status' = 'published' THEN ' AND d.public_at IS NOT NULL' ELSE '' END
      ELSE 'AND d.public_at IS NOT NULL' END,
    CASE WHEN filters ? 'category' THEN 'AND d.category_id = ($3 ->> ''category'')::uuid' END,
    CASE WHEN filters ? 'author' THEN 'AND (d.author_id = ($3 ->> ''author'')::uuid OR d.article_id IN (
      SELECT c.article_id FROM article_coauthors c WHERE c.author_id = ($3 ->> ''author'')::uuid))' END,
    CASE WHEN filters ? 'since' THEN
      'AND d.public_at >= ($3 ->> ''since'')::timestamptz AND d.public_at < ($3 ->> ''until'')::timestamptz' END,
    CASE WHEN has_phrase THEN format('LIMIT 5 * $2) AS newest WHERE (SELECT %s @@ $6 FROM search_documents d WHERE d.ctid = place)', vector)
      ELSE 'LIMIT $2) AS newest' END);
  recent integer := (filters ->> 'recent')::integer;
  first_week integer := CASE WHEN recent IS NOT NULL THEN week_of_newest(recent) END;
  end_week integer;
  found tid[] := '{}';
  older tid[];
BEGIN
  LOOP
    EXECUTE format(statement, concat_ws(' ', CASE WHEN first_week IS NOT NULL THEN 'AND d.week >= $4' END,
        -- The index would read the lists of all these weeks.
        CASE WHEN end_week IS NOT NULL THEN 'AND d.week + 0 < $7' END))
      INTO older USING indexed, most - cardinality(found), filters, first_week, wholes, query, end_week;
    found := found || older;
    EXIT WHEN first_week IS NULL OR cardinality(found) >= most;
    -- A quarter more than should contain enough matches, once. With many weeks the index is slower than without.
    recent := CASE WHEN end_week IS NULL AND cardinality(found) > 0 THEN (1.25 * recent * most / cardinality(found))::integer END;
    end_week := first_week;
    first_week := CASE WHEN recent <= 16000 THEN week_of_newest(recent) END;
  END LOOP;
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
  only_stops CONSTANT boolean := numnode(plainto_tsquery('english', array_to_string(pieces, ' '))) = 0;
  few CONSTANT integer := 40;
  many CONSTANT integer := 100;
  endings text[] := '{}';
  beginnings text[] := '{}';
  first_words text[] := '{}';
  query tsquery;
  found tid[];
BEGIN
  IF final = 1 THEN
    first_words := CASE WHEN from_start AND to_end THEN pieces ELSE array(SELECT word FROM search_vocabulary
      WHERE word LIKE CASE WHEN from_start THEN '' ELSE '%' END || pieces[1] || CASE WHEN to_end THEN '' ELSE '%' END
      ORDER BY documents DESC, word LIMIT 2000) END;
  ELSIF final > 1 THEN
    IF NOT from_start THEN
      endings := array(SELECT word FROM search_vocabulary WHERE word LIKE '%_' || pieces[1] LIMIT 2000);
    END IF;
    IF NOT to_end THEN
      beginnings := array(SELECT word FROM search_vocabulary
        WHERE word ~>~ pieces[final] AND word ~<~ (pieces[final] || chr(1114111)) LIMIT 2000);
    END IF;
  END IF;
  IF final = 0 OR needle <> pieces[1] AND cardinality(endings || beginnings || first_words) > many THEN
    -- Punctuation only, or parts of so many words that the index takes seconds.
    RETURN array(
      SELECT d.place FROM (
        (SELECT ctid AS place, * FROM search_documents WHERE public_at IS NOT NULL ORDER BY public_at DESC, article_id DESC LIMIT 2000)
        UNION ALL
        (SELECT ctid, * FROM search_documents WHERE public_at IS NULL AND filters ? 'everything' LIMIT 2000)) AS d
      WHERE strpos(d.normal, needle) > 0 AND (NOT filters ? 'everything' OR is_listed(d.article_id, filters))
        AND (NOT filters ? 'category' OR d.category_id = (filters ->> 'category')::uuid)
        AND (NOT filters ? 'author' OR d.author_id = (filters ->> 'author')::uuid OR d.article_id IN (
          SELECT c.article_id FROM article_coauthors c WHERE c.author_id = (filters ->> 'author')::uuid))
        AND (NOT filters ? 'since'
          OR d.public_at >= (filters ->> 'since')::timestamptz AND d.public_at < (filters ->> 'until')::timestamptz)
      LIMIT most);
  ELSIF final = 1 THEN
    IF needle = pieces[1] AND cardinality(first_words) > few THEN
      -- The frequent ones are likely to be in enough documents.
      found := newest_matches(join_queries(array(SELECT word_query(word) FROM unnest(first_words[:few]) AS word), '|'),
        filters || '{"recent": 2000}', most, 'words');
      IF cardinality(found) >= most THEN RETURN found; END IF;
    END IF;
    query := join_queries(array(SELECT word_query(word) FROM unnest(first_words) AS word), '|');
  ELSE
    query := join_queries(ARRAY[
      join_queries(array(SELECT word_query(word) FROM unnest(pieces[1] || endings) AS word), '|'),
      join_queries(array(SELECT word_query(word) FROM unnest(pieces[final] || beginnings) AS word), '|')]
      || array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces[2:final - 1])) AS inner_words (word)), '&');
    IF NOT only_stops THEN
      query := query && !!join_queries(array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces)) AS whole_words (word)), '&');
    END IF;
  END IF;
  IF query IS NULL OR cardinality(endings || beginnings || first_words) = 0 AND NOT only_stops THEN RETURN '{}'; END IF;
  -- Almost every document contains stop words.
  found := newest_matches(query, CASE WHEN only_stops AND final > 1 THEN filters || '{"recent": 2000}'
    ELSE filters END, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;
--> statement-breakpoint
create or replace function weighted(query tsquery, weights text)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(query::text, '(''(?:[^'']|'''')*''):?', '\1:' || weights, 'g')::tsquery $$;
--> statement-breakpoint
create or replace function rank_matches(places tid[], parts tsquery[], phrase tsquery, wholes tsquery)
  RETURNS TABLE (place tid, score double precision)
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  every CONSTANT tsquery := join_queries(parts, '&');
  every_in_title CONSTANT tsquery := weighted(every, 'A');
  every_in_head CONSTANT tsquery := weighted(every, 'AB');
  any_part CONSTANT tsquery := join_queries(parts, '|');
  title_parts CONSTANT tsquery[] := array(SELECT weighted(part, 'A') FROM unnest(parts) AS part);
  title_phrase CONSTANT tsquery := weighted(phrase, 'A');
  head_phrase CONSTANT tsquery := weighted(phrase, 'AB');
BEGIN
  RETURN QUERY
  SELECT wanted.id,
    (CASE WHEN whole.document @@ every_in_title THEN 1.5 ELSE 0 END
      + CASE WHEN whole.document @@ every_in_head THEN 1.5 ELSE 0 END
      + (SELECT sum(CASE WHEN whole.document @@ part THEN 4 ELSE 0 END + CASE WHEN whole.document @@ in_title THEN 2 ELSE 0 END)
        FROM unnest(parts, title_parts) AS p (part, in_title))::double precision / cardinality(parts)
      + CASE WHEN phrase IS NULL THEN 0 WHEN whole.document @@ title_phrase THEN 2 WHEN whole.document @@ head_phrase THEN 1.2
        WHEN whole.document @@ phrase THEN 0.8 ELSE 0 END
      + CASE WHEN d.words @@ wholes THEN 1 ELSE 0 END
      + 2 * ts_rank('{0.1, 0.3, 0.6, 1}', whole.document, every, 1)
      + ts_rank('{0.05, 0.2, 0.5, 1}', whole.document, any_part, 0)
      -- A tenth-century date would be out of range.
      + 0.6 * power(2::double precision, -least(1000, greatest(0, extract(epoch FROM now() - d.public_at)::double precision) / 31557600))
      + CASE WHEN d.is_popular THEN 0.01 ELSE 0 END)::double precision AS score
  FROM unnest(places) AS wanted (id) JOIN search_documents d ON d.ctid = wanted.id
  -- A copy, so that the document is decompressed once instead of with each use.
  CROSS JOIN LATERAL (SELECT setweight(d.document, 'D', '{}') AS document OFFSET 0) AS whole
  ORDER BY 2 DESC, d.public_at DESC, d.article_id;
END $$;
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
  -- The query for most of the words grows with the square of their number. Later ones may be missing.
  most_scattered CONSTANT integer := 8;
  typing boolean := options ? 'typing';
  needle CONSTANT text := search_normal(typed);
  skip CONSTANT integer := coalesce((options ->> 'skip')::integer, 0);
  take CONSTANT integer := coalesce((options ->> 'take')::integer, 20);
  term record;
  words text[];
  loose text[] := '{}';
  respelled text[];
  quoted text[] := '{}';
  -- Patterns of phrases with stop words, which are not in the index.
  literal text[] := '{}';
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
      IF EXISTS (SELECT FROM unnest(words) AS word WHERE numnode(plainto_tsquery('english', word)) = 0) THEN
        literal := literal || phrase_pattern(array_to_string(words, ' '));
      END IF;
      quoted_share := quoted_share * (
        SELECT min(coalesce(v.documents, 0)) / 3000.0 FROM unnest(words) AS word LEFT JOIN search_vocabulary v USING (word));
    ELSE
      loose := loose || words;
    END IF;
  END LOOP;
  -- Sixteen words at most, however they are quoted.
  fixed := fixed[:16];
  loose := loose[:16 - cardinality(fixed)];
  -- A last word that occurs nowhere may be unfinished too.
  typing := typing OR cardinality(loose) > 0 AND NOT options ? 'exact'
    AND NOT is_known(loose[cardinality(loose)], options);
  respelled := loose;

  FOR attempt IN 1..2 LOOP
    other_parts := fixed || search_parts(respelled, typing AND attempt = 1);
    query := join_queries(other_parts, '&');
    IF attempt = 1 THEN parts := other_parts; END IF;
    IF query IS NOT NULL OR wholes IS NOT NULL THEN
      -- Frequent words have enough matches among the newest documents. With synonyms or beginnings there are more matches than can
      -- be estimated; 2,000 documents show how many.
      SELECT quoted_share * coalesce(exp(sum(ln(greatest(0.00001, share_of_word(w, typing AND attempt = 1 AND n = cardinality(respelled)))))), 1)
        INTO share FROM unnest(respelled) WITH ORDINALITY AS l (w, n);
      options := options || jsonb_build_object('recent', CASE WHEN numnode(query) >= 2 * cardinality(other_parts) THEN 2000
        WHEN share >= 0.08 THEN (1.25 * most / share)::integer END);
      IF query IS NULL THEN
        other := newest_matches(wholes, options, most + 1, 'words');
      ELSE
        IF numnode(quoted_query) > 0 THEN query := query && quoted_query; END IF;
        IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
        other := newest_matches(query, options, most + 1, wholes => wholes);
      END IF;
      IF cardinality(literal) > 0 OR query IS NULL AND excluded IS NOT NULL THEN
        other := array(SELECT o.place FROM unnest(other) WITH ORDINALITY AS o (place, n) JOIN search_documents d ON d.ctid = o.place
          WHERE (query IS NOT NULL OR excluded IS NULL OR NOT d.document @@ excluded)
            AND NOT EXISTS (SELECT FROM unnest(literal) AS l (needed) WHERE d.normal !~ l.needed) ORDER BY o.n);
      END IF;
      IF attempt = 1 OR cardinality(other) > cardinality(found) THEN
        found := other;
        parts := other_parts;
        IF attempt = 2 THEN corrected := array_to_string(respelled, ' '); END IF;
      END IF;
    END IF;
    EXIT WHEN attempt = 2 OR cardinality(found) >= few OR options ? 'exact' OR quoted_query IS NOT NULL;
    respelled := array(
      SELECT CASE WHEN is_known(w, options)
          OR typing AND place = cardinality(loose) AND EXISTS (
            SELECT FROM search_vocabulary v WHERE v.word ~>=~ w AND v.word ~<~ (w || chr(1114111)) AND is_known(v.word, options))
        THEN w ELSE coalesce(correct_word(w, options), w) END
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
        other := newest_matches(query, options || CASE WHEN options ->> 'recent' IS NULL THEN jsonb '{}'
          ELSE '{"recent": 1000}' END, ranked_heads, 'head');
        other := other || without(found[:ranked - cardinality(other)], other);
      END IF;
      ordered := array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r);
      found := ordered || without(found, ordered);
    END IF;
    IF cardinality(found) < 10 AND cardinality(parts) > 2 THEN
      query := at_least(parts[:most_scattered], least(cardinality(parts), most_scattered) - CASE WHEN cardinality(parts) < 5 THEN 1 ELSE 2 END);
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
    query := join_queries(parts, '|');
    IF numnode(excluded) > 0 THEN query := query && !!excluded; END IF;
    other := newest_matches(query, options || '{"recent": 2000}', 60, 'head');
    closest := array(SELECT r.place FROM rank_matches(other, parts, phrase, wholes) AS r LIMIT 3);
  END IF;

  -- Marks a quoted phrase only as a whole, unless there are results that need not contain it.
  forms := search_forms(CASE WHEN cardinality(closest || some_found) > 0 THEN parts ELSE parts[cardinality(fixed) + 1:] END, quoted);
  pattern := array_to_string(array(SELECT phrase_pattern(form) FROM unnest(forms) AS form), '|');
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
