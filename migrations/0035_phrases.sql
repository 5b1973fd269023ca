-- Search: quoted phrases with punctuation between their words, synonyms of two words, and only the words that the caller may see.
-- Also redirect loops through searches, and a function of the release before.
drop function correct_word(text, boolean);
--> statement-breakpoint
drop function is_known(text, boolean);
--> statement-breakpoint
-- A pattern that matches words of list_words, separated by spaces, as whole words with any punctuation between them.
create or replace function phrase_pattern(phrase text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT '(?<![[:alnum:]])' || replace(regexp_replace(phrase, '[^[:alnum:] ]', '.', 'g'), ' ', '[^[:alnum:]]+') || '(?![[:alnum:]])'
$$;
--> statement-breakpoint
-- About 240 characters of `body` around the first match of `pattern`, unless it is empty, else around the text that was typed; null
-- if neither occurs. `normal` contains the body from `body_from` on.
create or replace function excerpt_of(normal text, body text, body_from integer, pattern text, needle text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  place integer := CASE WHEN pattern <> '' THEN regexp_instr(normal, pattern, body_from) ELSE 0 END;
BEGIN
  IF place = 0 AND needle <> '' THEN
    place := strpos(substr(normal, body_from), needle);
    place := CASE WHEN place > 0 THEN place + body_from - 1 ELSE 0 END;
  END IF;
  RETURN CASE WHEN place > 0 THEN substr(body, greatest(1, place - body_from - 100), 300) END;
END $$;
--> statement-breakpoint
-- Places in the table (ctid) of the newest documents that match, at most `most`. Searches refer to documents by their places,
-- which need no index to be read again in the same statement. `part` is what must match: 'document', its 'head' (title, summary,
-- tags and names) or 'words'; with `wholes`, the words must also match that. `filters` may hold category, author, since and
-- until; with `everything` it also finds what is not public, and `is_listed` applies. With `recent`, a week, the documents since
-- then are tried first: a frequent word has enough matches among them, and the index only reads that part of its list.
-- Phrases are not in the index, and a query that has one would make it read every match. It looks for their words instead, and
-- reads the newest of what it finds until there are enough: five times as many as wanted at most.
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
        SELECT d.ctid AS place, d.public_at, d.article_id FROM search_documents d WHERE %s @@ $1 %s %s %s %s %s OFFSET 0) AS matching
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
  recent CONSTANT integer := (filters ->> 'recent')::integer;
  found tid[];
BEGIN
  IF recent IS NOT NULL THEN
    EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING indexed, most, filters, recent, wholes, query;
    IF cardinality(found) < most AND cardinality(found) >= most / 30 THEN
      -- As many documents as should contain enough matches, and a quarter more.
      EXECUTE replace(statement, ' OFFSET 0', ' AND d.week >= $4 OFFSET 0') INTO found USING indexed, most, filters,
        coalesce(week_of_newest(2500 * most / cardinality(found)), 0), wholes, query;
    END IF;
    IF cardinality(found) >= most THEN RETURN found; END IF;
  END IF;
  EXECUTE statement INTO found USING indexed, most, filters, recent, wholes, query;
  RETURN found;
END $$;
--> statement-breakpoint
-- Places of the newest documents whose text contains `needle`, a normal text, wherever in a word it begins and ends. Words narrow
-- the documents down: the first piece may be the end of a word, the last one the beginning, those between are whole words. Leaves
-- out documents that contain several pieces as whole words, which newest_matches finds, except if all are stop words.
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
        filters || jsonb_build_object('recent', week_of_newest(2000)), most, 'words');
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
  found := newest_matches(query, CASE WHEN only_stops AND final > 1 THEN filters || jsonb_build_object('recent', week_of_newest(2000))
    ELSE filters END, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;
--> statement-breakpoint
-- Indexes up to `most` articles of search_outdated and returns how many. Locks them, so that an article that changed after
-- this snapshot does not keep an outdated document. Skips articles that are being changed, because waiting could deadlock. If none
-- is left, it removes the rows of deleted articles.
create or replace function index_outdated_articles(most integer)
  RETURNS integer
  LANGUAGE plpgsql
AS $$
DECLARE taken uuid[];
BEGIN
  WITH chosen AS (
    DELETE FROM search_outdated WHERE article_id IN
      (SELECT o.article_id FROM search_outdated o JOIN articles a ON a.id = o.article_id ORDER BY o.article_id LIMIT most
        FOR UPDATE OF o SKIP LOCKED FOR SHARE OF a SKIP LOCKED) RETURNING article_id)
  SELECT array_agg(article_id) INTO taken FROM chosen;
  IF taken IS NOT NULL THEN
    PERFORM index_articles(taken);
  ELSE
    DELETE FROM search_outdated o WHERE NOT EXISTS (SELECT FROM articles a WHERE a.id = o.article_id);
  END IF;
  RETURN coalesce(cardinality(taken), 0);
END $$;
--> statement-breakpoint
-- One query per meaning that an article must contain: the stem of a word, its synonyms or its beginning. Stop words have none.
-- Synonyms are found in any of their forms. With `typing`, the last word may be unfinished.
create or replace function search_parts(words text[], typing boolean)
  RETURNS tsquery[]
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE
  final CONSTANT integer := cardinality(words);
  line CONSTANT text := ' ' || array_to_string(words, ' ') || ' ';
  stems CONSTANT text[] := stem_words(words);
  parts tsquery[] := '{}';
  place integer := 1;
  size integer;
  synonym record;
  part tsquery;
  unfinished tsquery;
BEGIN
  IF typing AND final > 0 THEN
    -- The stems that begin like the word, and those of longer words whose stem is shorter than what was typed.
    unfinished := join_queries(ARRAY[word_query(words[final], true)] || array(
      SELECT DISTINCT word_query(stem) FROM search_vocabulary
      WHERE word ~>=~ words[final] AND word ~<~ (words[final] || chr(1114111)) AND stem <> '' AND NOT starts_with(stem, words[final])), '|');
  END IF;
  WHILE place <= final LOOP
    -- Almost all forms of a word share their first three characters. Checking them first avoids most comparisons of stems.
    SELECT term, cardinality(string_to_array(term, ' ')) AS size, s.terms INTO synonym
    FROM search_synonyms s, unnest(s.terms) AS term
    WHERE strpos(line, ' ' || left(term, 3)) > 0 AND stem_words(string_to_array(term, ' '))
      = stems[place:place + cardinality(string_to_array(term, ' ')) - 1]
    ORDER BY 2 DESC, strpos(line, ' ' || term || ' ') > 0 DESC, term LIMIT 1;
    size := coalesce(synonym.size, 1);
    part := join_queries(array(SELECT q FROM unnest(words[place:place + size - 1]) AS word, plainto_tsquery('english', word) AS q
      WHERE numnode(q) > 0), '&');
    IF unfinished IS NOT NULL AND place + size > final THEN
      unfinished := join_queries(array(SELECT q FROM unnest(words[place:final - 1]) AS word, plainto_tsquery('english', word) AS q
        WHERE numnode(q) > 0) || unfinished, '&');
      part := join_queries(ARRAY[part, unfinished], '|');
    END IF;
    parts := parts || array_remove(ARRAY[join_queries(part || array(
      -- Longer terms that contain the typed one are found by it.
      SELECT q FROM unnest(synonym.terms) AS term, phraseto_tsquery('english', term) AS q
      WHERE NOT stem_words(string_to_array(term, ' ')) @> stems[place:place + size - 1] AND numnode(q) > 0), '|')], NULL);
    place := place + size;
  END LOOP;
  RETURN parts;
END $$;
--> statement-breakpoint
-- Whether a public document has this word or, with `everything` among the filters of newest_matches, one that they list, so that
-- searches do not reveal what others write. A word in more than 100 of the newest documents counts as known without this lookup,
-- which would be slow.
create or replace function is_known(word text, filters jsonb)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET enable_seqscan TO 'off'
AS $$
  SELECT EXISTS (SELECT FROM search_vocabulary v WHERE v.word = is_known.word AND (v.documents > 100
    OR EXISTS (SELECT FROM search_documents d WHERE d.words @@ word_query(is_known.word)
      AND (d.public_at IS NOT NULL OR filters ? 'everything' AND is_listed(d.article_id, filters)))))
$$;
--> statement-breakpoint
-- The known word closest to a misspelled one: one typo in words of 4 to 7 characters, two from 8 on. Null if there is none. Words
-- with two neighboring characters in the wrong order are looked up one by one, because they may have few trigrams in common.
create or replace function correct_word(typed text, filters jsonb)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET pg_trgm.similarity_threshold TO '0.2'
AS $$
  SELECT c.word FROM (
    SELECT v.word FROM search_vocabulary v, typo_distance(v.word, typed) AS distance
    WHERE length(typed) >= 4 AND v.word <> typed AND (
        v.word % typed AND abs(length(v.word) - length(typed)) <= 2 AND (length(typed) > 5 OR left(v.word, 1) = left(typed, 1))
        OR v.word = ANY(array(SELECT overlay(typed placing reverse(substr(typed, n, 2)) from n for 2)
          FROM generate_series(1, length(typed) - 1) AS n)))
      AND distance <= CASE WHEN length(typed) < 8 THEN 1 ELSE 2 END
    ORDER BY distance, left(v.word, 1) = left(typed, 1) DESC, v.documents DESC, similarity(v.word, typed) DESC, v.word LIMIT 20
  ) AS c WHERE is_known(c.word, filters) LIMIT 1
$$;
--> statement-breakpoint
-- Whether an article passes the filters of the admin's list: status, owner (with `published`, also public articles of others),
-- uncategorized and trash.
create or replace function is_listed(article uuid, filters jsonb)
  RETURNS boolean
  LANGUAGE sql
  STABLE
AS $$
  SELECT EXISTS (SELECT FROM articles a WHERE a.id = article
    AND (a.deleted_at IS NOT NULL) = (filters ? 'trash')
    AND (filters ->> 'status' IS NULL OR a.status = filters ->> 'status')
    AND (filters ->> 'owner' IS NULL OR a.owner_id = (filters ->> 'owner')::uuid
      OR filters ? 'published' AND is_public(a.status, a.deleted_at))
    AND (NOT filters ? 'uncategorized' OR a.category_id IS NULL))
$$;
--> statement-breakpoint
-- Searches public articles. `typed` is the text as typed, `terms` its parts: [{"text", "phrase", "not"}]. `options`: the filters
-- of newest_matches, `sort` ('date' or by relevance), `skip` and `take`, `typing` if the last word may be unfinished, `exact` if
-- typos must not be corrected, `facets` to count authors, categories and years, `ids` to return the ids of all matches. Returns one object: total (at most 1,000, then
-- `more` is true), corrected (the query that was searched instead, or null), forms (words and phrases to mark), facets and rows:
-- [{"id", "kind", "excerpt"}], where kind is 'words', 'some' (not all words) or 'text' (contains the typed text), in this order.
-- Without any result, up to three rows of the kind 'closest' have some of the words in the title or summary.
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

  forms := quoted || array(
    SELECT word FROM search_vocabulary WHERE stem <> '' AND stem = ANY(array(
      SELECT m[1] FROM regexp_matches(join_queries(parts, '|')::text, '''([^'']+)''', 'g') AS m))
    ORDER BY documents DESC, word LIMIT 60);
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
--> statement-breakpoint
-- Refuses a redirect that leads back to itself or into a circle. The advisory lock serializes writers, so that two halves of a
-- circle cannot be written side by side. Query and hash are not part of the path, except the query of a search.
create or replace function refuse_redirect_circle()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  next_path text := NEW.to_path;
  visited text[] := ARRAY[NEW.from_path];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redirects', 0));
  LOOP
    next_path := regexp_replace(next_path, CASE WHEN starts_with(next_path, '/search?') THEN '#.*$' ELSE '[?#].*$' END, '');
    IF next_path = ANY(visited) THEN
      RAISE EXCEPTION 'The redirect leads in a circle' USING ERRCODE = '23514', CONSTRAINT = 'redirects_no_circle';
    END IF;
    visited := visited || next_path;
    SELECT to_path INTO next_path FROM redirects WHERE from_path = next_path AND id <> NEW.id;
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The same under its former name, for a worker of the release before, which runs until the deployment ends. Drop it with the next.
create or replace function without_hidden_cards(html text)
  RETURNS text
  LANGUAGE sql
  STABLE
AS $$ SELECT with_current_blocks(html) $$;
--> statement-breakpoint
-- The strongest terms of public articles: stems, and `#` with the id of each tag. A term weighs more the more prominent it is in
-- the article and the fewer articles contain it. The weights of an article form a vector of length 1.
create or replace function weigh_terms(ids uuid[])
  RETURNS TABLE (article_id uuid, terms text[], weights real[])
  LANGUAGE plpgsql
  STABLE
  SET jit TO 'off'
AS $$
DECLARE
  strongest CONSTANT integer := 40;
  -- As many documents as search_vocabulary counts.
  counted CONSTANT double precision := (SELECT count(*) FROM (SELECT FROM search_documents LIMIT 3000) AS d);
  published CONSTANT double precision := coalesce((SELECT sum(total) FROM article_counts WHERE status = 'published'), 0);
BEGIN
  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT d.article_id, t.lexeme,
      (SELECT sum(CASE w WHEN 'A' THEN 6 WHEN 'B' THEN 3 WHEN 'C' THEN 2 ELSE 1 END) FROM unnest(t.weights) AS w)::double precision
        AS prominence
    FROM search_documents d JOIN articles a ON a.id = d.article_id
    CROSS JOIN LATERAL (
      SELECT tsvector_to_array(to_tsvector('english', separate_words(search_normal(
        concat_ws(E'\n', a.author, array_to_string(coauthor_names(a.id), E'\n')))))) AS stems OFFSET 0) AS author
    CROSS JOIN LATERAL unnest(d.document) AS t
    WHERE d.article_id = ANY(ids) AND d.public_at IS NOT NULL AND t.lexeme !~ '^[0-9]+$'
      -- The authors' names say nothing about the topic.
      AND NOT (t.weights = '{B}' AND t.lexeme = ANY(author.stems))
  ), stems AS MATERIALIZED (
    SELECT lexeme, least(counted, coalesce((SELECT max(v.documents) FROM search_vocabulary v WHERE v.stem = f.lexeme), 1)) AS documents
    FROM (SELECT DISTINCT lexeme FROM found) AS f
  ), weighed AS (
    SELECT f.article_id, f.lexeme AS term, sqrt(f.prominence) * ln((counted + 1) / s.documents) AS weight
    FROM found f JOIN stems s USING (lexeme)
    -- A term that no other article contains cannot relate two articles. In a title or summary it may be new since the words were counted.
    WHERE s.documents > 1 OR f.prominence >= 3
    UNION ALL
    SELECT at.article_id, '#' || at.tag_id, 14 * ln((published + 1) / greatest(1, least(published, c.total)))
    FROM article_tags at JOIN search_documents d ON d.article_id = at.article_id AND d.public_at IS NOT NULL
    LEFT JOIN published_counts c ON c.kind = 'tag' AND c.owner_id = at.tag_id
    WHERE at.article_id = ANY(ids)
  ), ordered AS (
    SELECT *, row_number() OVER (PARTITION BY w.article_id ORDER BY w.weight DESC, w.term) AS place FROM weighed w
  )
  SELECT o.article_id, array_agg(o.term ORDER BY o.place), array_agg((o.weight / o.length)::real ORDER BY o.place)
  FROM (
    SELECT *, sqrt(sum(weight * weight) OVER (PARTITION BY ordered.article_id)) AS length FROM ordered WHERE place <= strongest) AS o
  GROUP BY o.article_id;
END $$;
