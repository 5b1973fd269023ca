-- Databases from before the baseline still have this function, which nothing uses.
DROP FUNCTION IF EXISTS without_hidden_cards;
