-- `keep_an_admin` (0028) took its place; no trigger, function or statement calls it any more.
DROP FUNCTION IF EXISTS require_an_admin();
