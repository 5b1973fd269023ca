-- Typing a stop word after other words no longer hides what those words find.
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
