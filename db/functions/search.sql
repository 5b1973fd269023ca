-- Search: what is indexed of an article, and how a query finds and ranks articles (docs/decisions/0003-search.md).

-- Text as search compares it: lower case, without accents, single spaces.
create or replace function search_normal(value text)
  RETURNS text
  LANGUAGE sql
  STABLE PARALLEL SAFE STRICT
AS $$ SELECT btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g')) $$;

-- Replaces separators by spaces. Documents and queries must use the same set. It contains the wildcards of LIKE and the
-- operators of tsquery.
create or replace function separate_words(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(value, E'[[:cntrl:]!"#$%&\'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~–—…•·«»“”‘’]', ' ', 'g') $$;

-- The words of a normal text in order, cut to 100 characters. A tsvector entry cannot exceed 2 kB.
create or replace function list_words(normal text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(left(word, 100) ORDER BY place), '{}')
  FROM string_to_table(separate_words(normal), ' ') WITH ORDINALITY AS t (word, place) WHERE word <> ''
$$;

-- A pattern that matches words of list_words, separated by spaces, as whole words with any punctuation between them.
create or replace function phrase_pattern(phrase text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT '(?<![[:alnum:]])' || replace(regexp_replace(phrase, '[^[:alnum:] ]', '.', 'g'), ' ', '[^[:alnum:]]+') || '(?![[:alnum:]])'
$$;

-- Plain text of clean HTML. A line ends where a block does, so that excerpts do not run a heading into its paragraph; it counts
-- as a space in search_normal. Clean content contains only the serializer's four entities; the ampersand comes last, or
-- `&amp;lt;` would become a bracket.
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

-- A tsquery for one whole word of the column `words`, or with `beginning` for all words that begin with it.
create or replace function word_query(word text, beginning boolean default false)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || CASE WHEN beginning THEN ''':*' ELSE '''' END)::tsquery $$;

-- Joins queries by AND or OR, skipping nulls. A balanced tree, because the parser's recursion is limited.
create or replace function join_queries(parts tsquery[], operator text)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
DECLARE half integer;
BEGIN
  parts := array_remove(parts, NULL);
  IF cardinality(parts) <= 1 THEN RETURN parts[1]; END IF;
  half := cardinality(parts) / 2;
  IF operator = '&' THEN
    RETURN join_queries(parts[:half], '&') && join_queries(parts[half + 1:], '&');
  END IF;
  RETURN join_queries(parts[:half], '|') || join_queries(parts[half + 1:], '|');
END $$;

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
END $$;

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
END $$;

create or replace function index_noted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE noted uuid[];
BEGIN
  WITH taken AS (DELETE FROM search_noted RETURNING article_id)
  SELECT array_agg(DISTINCT article_id) INTO noted FROM taken;
  IF noted IS NOT NULL THEN PERFORM index_articles(noted); END IF;
  RETURN NULL;
END $$;

-- A renamed category, tag or co-author may belong to thousands of articles, so a cron task indexes them.
create or replace function note_renamed_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'categories' THEN
    INSERT INTO search_outdated (article_id) SELECT id FROM articles WHERE category_id = NEW.id ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'authors' THEN
    INSERT INTO search_outdated (article_id) SELECT article_id FROM article_coauthors WHERE author_id = NEW.id ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO search_outdated (article_id) SELECT article_id FROM article_tags WHERE tag_id = NEW.id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

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

-- Counts in how many of the newest 3,000 documents each word occurs, and deletes words that no document contains any more if
-- these are all documents. Spelling corrections prefer frequent words.
create or replace function count_vocabulary()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('search_vocabulary'));
  CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
    SELECT word, ndoc FROM ts_stat('SELECT words FROM search_documents ORDER BY week DESC, article_id LIMIT 3000');
  UPDATE search_vocabulary v SET documents = c.ndoc FROM counted c WHERE c.word = v.word AND v.documents <> c.ndoc;
  IF (SELECT count(*) FROM (SELECT FROM search_documents LIMIT 3001) AS first_ones) <= 3000 THEN
    DELETE FROM search_vocabulary v WHERE NOT EXISTS (SELECT FROM counted c WHERE c.word = v.word);
  END IF;
END $$;

-- Edits that turn one word into the other; two neighboring characters in the wrong order count as one.
create or replace function typo_distance(a text, b text)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN edits = 2 AND length(a) = length(b)
      AND array(SELECT unnest(string_to_array(a, NULL)) ORDER BY 1) = array(SELECT unnest(string_to_array(b, NULL)) ORDER BY 1)
    THEN 1 ELSE edits END
  FROM levenshtein_less_equal(left(a, 60), left(b, 60), 3) AS edits
$$;

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

-- Words as their stems, as in the index; stop words as they are.
create or replace function stem_words(words text[])
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT coalesce((ts_lexize('english_stem', word))[1], word) FROM unnest(words) WITH ORDINALITY AS l (word, n) ORDER BY n)
$$;

-- One query per meaning that an article must contain: the stem of a word, its synonyms or its beginning. Stop words have none.
-- Synonyms are found in any of their forms. With `typing`, the last word may be unfinished, except for a stop word after other words.
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
  IF typing AND final > 0 AND (numnode(plainto_tsquery('english', words[final])) > 0 OR numnode(plainto_tsquery('english', line)) = 0) THEN
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

-- The share of documents that contain a word in any of its forms or, with `beginning`, a word that begins with it, as if words
-- occurred independently; as counted among the newest 3,000 documents.
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

-- The week of the public document that is as old as `nth` others; null if there are fewer.
create or replace function week_of_newest(nth integer)
  RETURNS integer
  LANGUAGE sql
  STABLE
AS $$
  SELECT week FROM search_documents WHERE public_at IS NOT NULL ORDER BY public_at DESC, article_id DESC OFFSET nth LIMIT 1
$$;

-- The row locations (ctid) of the newest documents that match, at most `most`. The same statement can read these rows again
-- without an index. `part` is what must match: 'document', its 'head' (title, summary,
-- tags and names) or 'words'; with `wholes`, the words must also match that. `filters` may hold category, author, since and
-- until; with `everything` it also finds what is not public, and `is_listed` applies. With `recent`, that many of the newest
-- documents are read first: a frequent word has enough matches among them, and the index only reads that part of its list. If
-- these are too few, as many older documents follow as their number suggests, then the rest.
-- Phrases are not in the index, and a query that has one would make it read every match. It looks for their words instead, and
-- each step reads the newest of what it finds until there are enough: five times as many as wanted at most.
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

-- A query that only matches where a word has one of these weights.
create or replace function weighted(query tsquery, weights text)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(query::text, '(''(?:[^'']|'''')*''):?', '\1:' || weights, 'g')::tsquery $$;

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

-- The places of the first list that are not in the second, in their order.
create or replace function without(places tid[], others tid[])
  RETURNS tid[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array(SELECT kept.place FROM unnest(places) WITH ORDINALITY AS kept (place, n)
    WHERE NOT EXISTS (SELECT FROM unnest(others) AS o (place) WHERE o.place = kept.place) ORDER BY kept.n)
$$;

-- Categories, authors with co-authors, and years of the given articles, each with its number of articles; at most 30 authors.
create or replace function search_facets(places tid[], zone text)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
AS $$
  WITH d AS MATERIALIZED (
    SELECT article_id, category_id, author_id, public_at FROM search_documents WHERE ctid = ANY(places))
  SELECT jsonb_build_object(
    'categories', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'count', n) ORDER BY n DESC, c.name), '[]')
      FROM (SELECT category_id, count(*) AS n FROM d GROUP BY 1) AS counted JOIN categories c ON c.id = counted.category_id),
    'authors', (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'count', n) ORDER BY n DESC, a.name), '[]')
      FROM (SELECT author_id, count(*) AS n
        FROM (SELECT author_id FROM d UNION ALL SELECT c.author_id FROM d JOIN article_coauthors c USING (article_id)) AS by
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30) AS counted JOIN authors a ON a.id = counted.author_id),
    'years', (SELECT coalesce(jsonb_agg(jsonb_build_object('year', year, 'count', n) ORDER BY year DESC), '[]')
      FROM (SELECT extract(year FROM public_at AT TIME ZONE zone)::integer AS year, count(*) AS n FROM d WHERE public_at IS NOT NULL GROUP BY 1) AS counted))
$$;

-- What a search marks in its results: all forms of the query's words, most frequent first, then `quoted` phrases and synonyms of
-- several words, first as written, then with any of their last three words in its most frequent other form. At most 60 of each.
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
