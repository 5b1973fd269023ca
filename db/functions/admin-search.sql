-- Search in lists of the admin, and synonyms.

-- Words and stems of a short text, for prose_query.
create or replace function prose_document(value text)
  RETURNS tsvector
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT to_tsvector('english', separate_words(normal))
    || array_to_tsvector(array(SELECT DISTINCT word FROM unnest(list_words(normal)) AS word))
  FROM (SELECT search_normal(value) AS normal OFFSET 0) AS n
$$;

-- All words of the typed text in any order, each as the beginning of a word or by its stem; null without any word.
create or replace function prose_query(typed text)
  RETURNS tsquery
  LANGUAGE sql
  STABLE PARALLEL SAFE
AS $$
  SELECT join_queries(array(
    SELECT plainto_tsquery('english', word) || word_query(word, true) FROM unnest(list_words(search_normal(typed))) AS word), '&')
$$;

-- Stores terms as queries are compared, each once, and refuses a term that is in another group. The advisory lock makes a
-- second transaction wait, so that it sees the groups of the first one.
create or replace function check_synonyms()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.terms IS NULL THEN RETURN NEW; END IF;
  NEW.terms := array(
    SELECT term FROM (
      SELECT array_to_string(list_words(search_normal(typed)), ' ') AS term, min(place) AS place
      FROM unnest(NEW.terms) WITH ORDINALITY AS t (typed, place) GROUP BY 1) AS normal
    WHERE term <> '' ORDER BY place);
  IF EXISTS (SELECT FROM unnest(NEW.terms) AS term WHERE length(term) > 60) THEN
    RAISE check_violation USING MESSAGE = 'A term is too long', CONSTRAINT = 'search_synonyms_term_length';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('search_synonyms'));
  IF EXISTS (SELECT FROM search_synonyms s WHERE s.id <> NEW.id AND s.terms && NEW.terms) THEN
    RAISE unique_violation USING MESSAGE = 'A term is in another group', CONSTRAINT = 'search_synonyms_one_group';
  END IF;
  RETURN NEW;
END $$;
