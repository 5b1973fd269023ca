-- Limits found by security reviews: searches with many quoted words, very long and very old articles in the search, engaged time
-- beyond an integer, and the size of metadata.
-- Titles in article cards are neither searched nor syndicated while their articles are not public.
ALTER TABLE "article_reading" ALTER COLUMN "engaged_7" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "article_reading" ALTER COLUMN "engaged_28" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "article_reading" ALTER COLUMN "engaged_90" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_metadata_size" CHECK (octet_length("users"."user_metadata"::text) <= 65536);--> statement-breakpoint
-- A text without its cards of articles that are not published: the stored card has the title and the address.
create or replace function without_hidden_cards(html text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE hidden text;
BEGIN
  IF strpos(html, '<figure data-block="article"') = 0 THEN RETURN html; END IF;
  SELECT string_agg(DISTINCT named[1], '|') INTO hidden
  FROM regexp_matches(html, 'data-block="article" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS named
  WHERE NOT EXISTS (SELECT FROM articles a WHERE a.id = named[1]::uuid AND is_public(a.status, a.deleted_at));
  IF hidden IS NULL THEN RETURN html; END IF;
  RETURN regexp_replace(html, '<figure data-block="article" data-id="(?:' || hidden || ')">.*?</figure>', '', 'g');
END $$;--> statement-breakpoint
-- Indexes articles; of a members-only article only the beginning. Runs at commit, so that one save with its tags is indexed
-- once. Writers of new words wait for each other until they commit: inserting the same words in two orders would deadlock.
create or replace function index_articles(ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  -- Words beyond are not indexed: a tsvector has at most a megabyte, and a statement must not run for seconds.
  most_characters CONSTANT integer := 150000;
  unknown text[];
BEGIN
  INSERT INTO search_documents AS d
    (article_id, public_at, week, category_id, author_id, is_popular, document, words, body_from, body, normal)
  SELECT id, public_at, week, category_id, author_id, is_popular,
    setweight(to_tsvector('english', separate_words(normal_title)), 'A')
      || setweight(to_tsvector('english', separate_words(normal_about)), 'B')
      || setweight(to_tsvector('english', separate_words(left(normal_headings, most_characters / 10))), 'C')
      || setweight(to_tsvector('english', separate_words(left(normal_body, most_characters))), 'D'),
    array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(left(normal, most_characters))) AS word)),
    length(normal_title) + length(normal_about) + 3, body, normal
  FROM (
    SELECT *, concat_ws(E'\n', normal_title, normal_about, normal_body) AS normal
    FROM (
      SELECT a.id, CASE WHEN is_public(a.status, a.deleted_at) THEN a.publish_date END AS public_at,
        floor(extract(epoch FROM a.publish_date) / 604800)::integer AS week, a.category_id, a.author_id,
        a.is_popular, h.body,
        search_normal(a.title) AS normal_title,
        search_normal(concat_ws(E'\n', a.summary, t.names, c.name, a.author, array_to_string(coauthor_names(a.id), E'\n'))) AS normal_about,
        search_normal(h.headings) AS normal_headings, search_normal(h.body) AS normal_body
      FROM articles a LEFT JOIN categories c ON c.id = a.category_id
      CROSS JOIN LATERAL (
        -- Without dynamic blocks: an article that a card names may not be public.
        SELECT regexp_replace(CASE WHEN a.members_only THEN article_beginning(a.content) ELSE a.content END,
          '<figure data-block="[^>]*?>.*?</figure>', '', 'g') AS html OFFSET 0) AS v
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
END $$;--> statement-breakpoint
-- Notes articles whose document must change. The rows never outlive their transaction: index_noted_articles takes them at commit.
-- A statement that changes hundreds of articles leaves them to the cron task of renamed ones, except that hidden articles are
-- not found any more.
create or replace function note_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  most_at_commit CONSTANT integer := 500;
  changed uuid[];
BEGIN
  IF TG_TABLE_NAME IN ('article_tags', 'article_coauthors') THEN
    changed := array(SELECT DISTINCT article_id FROM changed_rows);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO search_noted (article_id) SELECT id FROM changed_rows;
    RETURN NULL;
  ELSE
    -- A trigger with transition tables cannot have a column list, so the function compares.
    changed := array(SELECT n.id FROM changed_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.title, n.summary, n.content, n.members_only, n.author, n.author_id, n.category_id, n.publish_date, n.is_popular)
        IS DISTINCT FROM (o.title, o.summary, o.content, o.members_only, o.author, o.author_id, o.category_id, o.publish_date, o.is_popular)
      OR is_public(n.status, n.deleted_at) <> is_public(o.status, o.deleted_at));
  END IF;
  IF cardinality(changed) <= most_at_commit THEN
    INSERT INTO search_noted (article_id) SELECT unnest(changed);
  ELSE
    INSERT INTO search_outdated (article_id) SELECT unnest(changed) ON CONFLICT DO NOTHING;
    UPDATE search_documents d SET public_at = NULL FROM articles a
    WHERE d.article_id = ANY(changed) AND a.id = d.article_id AND d.public_at IS NOT NULL AND NOT is_public(a.status, a.deleted_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Places of the newest documents whose text contains `needle`, a normal text, wherever in a word it begins and ends. Words narrow
-- the documents down: the first piece may be the end of a word, the last one the beginning, those between are whole words. Leaves
-- out documents that contain several pieces as whole words: newest_matches finds them.
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
      join_queries(array(SELECT word_query(word) FROM unnest(endings) AS word), '|') && join_queries(
        array(SELECT word_query(word) FROM unnest(pieces[final] || beginnings) AS word), '|'),
      word_query(pieces[1]) && join_queries(array(SELECT word_query(word) FROM unnest(beginnings) AS word), '|')], '|');
    query := join_queries(query || array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces[2:final - 1])) AS inner_words (word)), '&')
      && !!join_queries(array(SELECT word_query(word) FROM (SELECT DISTINCT unnest(pieces)) AS whole_words (word)), '&');
  END IF;
  IF query IS NULL OR cardinality(endings || beginnings || first_words) = 0 THEN RETURN '{}'; END IF;
  found := newest_matches(query, filters, most, 'words');
  IF needle = pieces[1] THEN RETURN found; END IF;
  RETURN array(SELECT f.place FROM unnest(found) WITH ORDINALITY AS f (place, n) JOIN search_documents d ON d.ctid = f.place
    WHERE strpos(d.normal, needle) > 0 ORDER BY f.n);
END $$;--> statement-breakpoint
-- The documents at the given places, best first. Title before summary, tags and names before the text; phrases and neighboring
-- words before scattered ones; whole words before other forms; newer before older, with a half-life of a year; popular ones on a
-- tie.
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
      -- A tenth-century date would be out of range.
      + 0.6 * power(2::double precision, -least(1000, greatest(0, extract(epoch FROM now() - d.public_at)::double precision) / 31557600))
      + CASE WHEN d.is_popular THEN 0.01 ELSE 0 END)::double precision AS score
  FROM unnest(places) AS wanted (id) JOIN search_documents d ON d.ctid = wanted.id
  -- Decompresses the document once instead of with each use.
  CROSS JOIN LATERAL (SELECT d.document || ''::tsvector AS document OFFSET 0) AS whole
  CROSS JOIN LATERAL (
    SELECT whole.document, ts_filter(whole.document, '{a}') AS title, ts_filter(whole.document, '{a,b}') AS head OFFSET 0) AS t
  ORDER BY 2 DESC, d.public_at DESC, d.article_id;
END $$;--> statement-breakpoint
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
  -- Sixteen words at most, however they are quoted.
  fixed := fixed[:16];
  loose := loose[:16 - cardinality(fixed)];
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
END $$;--> statement-breakpoint
INSERT INTO search_outdated (article_id) SELECT id FROM articles WHERE content LIKE '%<figure data-block="%' ON CONFLICT DO NOTHING;
