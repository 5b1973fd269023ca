-- Results mark synonyms and quoted phrases of several words as a whole, not each of their words.
create or replace function search_forms(parts tsquery[], quoted text[])
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  a_phrase CONSTANT text := '''[^'']+''(?: <(?:-|[0-9]+)> ''[^'']+'')+';
  query CONSTANT text := coalesce(join_queries(parts, '|')::text, '');
  phrases CONSTANT text[] := array(SELECT m[1] FROM regexp_matches(query, '(' || a_phrase || ')', 'g') AS m);
  forms text[] := array(
    SELECT word FROM search_vocabulary WHERE stem <> '' AND stem = ANY(array(
      SELECT m[1] FROM regexp_matches(regexp_replace(query, a_phrase, '', 'g'), '''([^'']+)''', 'g') AS m))
    ORDER BY documents DESC, word LIMIT 60);
BEGIN
  IF cardinality(phrases || quoted) = 0 THEN RETURN forms; END IF;
  RETURN forms || array(
    WITH RECURSIVE built (words, form, n, changes) AS (
      SELECT string_to_array(phrase, ' '), '', 0, 0 FROM (
        SELECT unnest(quoted) AS phrase
        UNION
        SELECT term FROM search_synonyms s, unnest(s.terms) AS term
        WHERE cardinality(phrases) > 0 AND strpos(term, ' ') > 0 AND phraseto_tsquery('english', term)::text = ANY(phrases)) AS p
      UNION ALL
      SELECT words, ltrim(form || ' ' || next.word), n + 1, changes + next.change
      FROM built CROSS JOIN LATERAL (
        (SELECT words[n + 1] AS word, 0 AS change)
        UNION ALL
        (SELECT v.word, 1 FROM search_vocabulary v
         WHERE n >= cardinality(words) - 3 AND v.stem = (stem_words(words[n + 1:n + 1]))[1] AND v.word <> words[n + 1]
         ORDER BY v.documents DESC, v.word LIMIT 1)) AS next
      WHERE n < cardinality(words))
    SELECT form FROM built WHERE n = cardinality(words) ORDER BY changes, form LIMIT 60);
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
      quoted_share := quoted_share * (SELECT min(share_of_word(w, false)) FROM unnest(words) AS w);
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
      -- Frequent words have enough matches among the newest documents. Words are assumed to occur independently. With synonyms
      -- or beginnings there are more matches than can be estimated; 2,000 documents show how many.
      SELECT quoted_share * coalesce(exp(sum(ln(greatest(0.00001, share_of_word(w, typing AND attempt = 1 AND n = cardinality(respelled)))))), 1)
        INTO share FROM unnest(respelled) WITH ORDINALITY AS l (w, n);
      options := options || jsonb_build_object('recent', CASE WHEN share >= 0.08 THEN week_of_newest((1.25 * most / share)::integer)
        WHEN numnode(query) >= 2 * cardinality(other_parts) THEN week_of_newest(2000) END);
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
        other := newest_matches(query, options, ranked_heads, 'head');
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
    other := newest_matches(query, options, 60, 'head');
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
